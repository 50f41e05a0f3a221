"""How long tests wait for what must come, however busy the machine is."""

from __future__ import annotations

# Seconds. A wait ends with what it waits for; only a test that fails lasts so long. Then it says
# what did not come, which pytest, whose own limit is a little longer, does not.
PATIENCE = 300
