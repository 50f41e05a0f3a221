"""A batch in a program of its own, which a test can kill: FOLDER OUT [resume]."""

from __future__ import annotations

if __name__ == "__main__":
    # Not in the processes that it starts, which take their time as it is.
    import sys
    from pathlib import Path

    from subpunct_app.batch.batch_options import Batch
    from subpunct_app.batch.batch_run import run
    from subpunct_app.batch.processes import Processes
    from subpunct_app.runtime.task import Task
    from tests.batch.pools import being_patient
    from tests.patience import PATIENCE

    folder, out, *resume = sys.argv[1:]
    pool = Processes(being_patient, 2, limit=PATIENCE)
    run(Batch(Path(folder), Path(out)), pool, Task(), resume=bool(resume))
