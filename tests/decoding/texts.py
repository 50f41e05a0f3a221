"""Short texts, ways to lose their marks, and what the shipped models make of them."""

from __future__ import annotations

import random
import re
from functools import cache

from subpunct_app.decoding.inference.prediction import Prediction
from subpunct_app.decoding.inference.windows import predict
from subpunct_app.decoding.proposing.pipeline import Proposal, accepted, propose
from subpunct_app.decoding.suggestions.options import Mode, Options
from subpunct_app.models import model_registry
from subpunct_app.models.punctuator import Punctuator
from subpunct_app.runtime.task import Task
from subpunct_app.subtitles.formats.parse import parse
from subpunct_app.subtitles.reading.passes import read_words
from subpunct_app.subtitles.writing.render import render
from subpunct_app.text.words import Gap, Word

TEXTS = {
    "en": (
        "My grandmother kept bees behind the house, and nobody was allowed to go near them without "
        "her. When I was six, she gave me a hat with a veil and took me along. Were you afraid? My "
        "mother asked me that later. I was as calm as the bees. In summer, we sold the "
        "honey at the market in Bristol. People came from far away, but most of them only wanted "
        "to talk. My uncle Robert drove us there in his old van, which smelled of smoke. One day, "
        "the van broke down on a hill. What did we do? We sat in the grass, ate bread with honey, "
        "and waited for somebody to help us. Nobody came for two hours. After that, Robert bought "
        "a new van, and my grandmother never let him drive it alone. She died in March. If you "
        "visit the house today, you will still find the hives under the apple trees. My sister "
        "Helen looks after them now. She says that the bees know her voice."
    ),
    "de": (
        "Meine Großmutter hatte hinter dem Haus einen Garten, in dem sie Kartoffeln und Bohnen "
        "zog. Jeden Morgen ging sie hinaus, bevor die Sonne zu heiß wurde. Als ich sechs Jahre alt "
        "war, durfte ich ihr zum ersten Mal helfen. Weißt du, was ein Maulwurf ist? Ich wusste es "
        "nicht, aber ich nickte. Im Herbst kam mein Onkel Karl aus Hamburg, und wir kochten "
        "zusammen Suppe. Er erzählte, dass er früher auf einem Schiff gearbeitet hatte. Die Stadt "
        "war damals noch klein. Nach dem Essen spielten wir Karten, bis es dunkel wurde. Wer hat "
        "gewonnen? Das war immer meine Großmutter, weil sie sich alle Karten merken konnte. Heute "
        "gehört der Garten meiner Schwester. Sie hat dort einen Brunnen gebaut, der im Winter "
        "gefriert. Wenn ich sie besuche, setzen wir uns auf die alte Bank. Wir reden wenig."
    ),
    "fr": (
        "Quand j'étais petit, mon père réparait des vélos dans une rue étroite de Lyon. Le matin, "
        "il ouvrait la porte, allumait la lampe et chantait. Les clients arrivaient vers neuf "
        "heures, mais personne n'était pressé. Est-ce que tu veux apprendre le métier ? Il me le "
        "demandait souvent, et je hochais la tête. Un jour, une dame est venue avec un vélo "
        "rouge qui ne roulait plus. Mon père l'a regardé longtemps. Il a changé une roue, puis il "
        "a refusé l'argent. Pourquoi as-tu fait cela ? Il m'a répondu que cette dame avait été son "
        "institutrice. Depuis ce jour, elle passait chaque semaine pour nous apporter des pommes. "
        "Aujourd'hui, l'atelier est fermé. Mon frère Paul voulait le reprendre, mais il a trouvé "
        "un emploi à Paris. Je garde encore la lampe, parce qu'elle me rappelle cette époque."
    ),
    "es": (
        "Mi abuelo tenía una panadería en un pueblo cerca de Granada, y todos lo conocían. Se "
        "levantaba a las tres de la mañana porque el horno tardaba mucho. ¿Quieres venir conmigo? "
        "Me lo preguntó una noche de invierno, y yo no supe qué decir. Cuando llegamos, la calle "
        "estaba oscura. Él encendió el fuego, preparó la masa y se sentó a esperar. ¿Por qué "
        "trabajas tanto? Me contestó que el pan no espera a nadie. Los domingos, mi tía Carmen "
        "vendía dulces en la plaza. Venía gente de otros pueblos, pero ella guardaba los mejores "
        "para nosotros. Un año, el río creció y entró en la tienda. Perdimos la harina, las mesas "
        "y casi todo lo demás. ¿Sabes quién nos ayudó? Los vecinos trajeron mantas, pan y café. Mi "
        "abuelo nunca lo olvidó."
    ),
}

RESTORE = Options()
_MARKS = re.compile(r"\s?[.,?!]|[¿¡]")

load = cache(model_registry.load)


def model_for(language: str) -> Punctuator:
    return load("en-compact" if language == "en" else "europe-compact", device="cpu")


def proposal_for(text: str, language: str = "en", options: Options = RESTORE) -> Proposal:
    document = parse(text.encode())
    return propose(document, model_for(language), options, Task(), language=language)


def proposed(text: str, language: str = "en", mode: Mode = Mode.RESTORE) -> str:
    """Return a text with everything accepted that is proposed for it."""
    proposal = proposal_for(text, language, Options(mode))
    return render(proposal.transcript, accepted(proposal.suggestions, 0.0)).text


def read(text: str, language: str = "en") -> tuple[list[Word], list[Gap], Prediction]:
    """Return the words and gaps of a text, and what a model says of its bare words."""
    transcript = read_words(parse(text.encode()), language)
    words = list(transcript.words)
    said = predict(model_for(language), [word.text for word in words], Task())
    return words, list(transcript.gaps), said


def bare(text: str) -> str:
    """Return a text without its marks, in small letters."""
    return without_marks(text).lower()


def without_marks(text: str) -> str:
    return _MARKS.sub("", text)


def some_marks_lost(text: str, seed: int) -> str:
    """Return a text that lost half of its marks by chance."""
    chance = random.Random(seed)
    return _MARKS.sub(lambda mark: mark[0] if chance.random() < 0.5 else "", text)


def wrong_marks(text: str, right: str) -> int:
    """Return at how many gaps between words other marks stand than is right."""
    return sum(one != other for one, other in zip(_gaps(text), _gaps(right), strict=True))


def wrong_ends(text: str, right: str) -> int:
    """Return at how many gaps a sentence ends and should not, or does not and should."""
    pairs = zip(_gaps(text), _gaps(right), strict=True)
    return sum(bool({*one} & {*".?!"}) != bool({*other} & {*".?!"}) for one, other in pairs)


def _gaps(text: str) -> list[str]:
    return ["".join(_MARKS.findall(gap)).strip() for gap in re.split(r"[\w'’-]+", text)]


def in_cues(text: str, words: int = 7, end: str = "") -> str:
    """Return a text as SubRip, with so many words and the same end in each cue."""
    parts = text.split()
    cues = [" ".join(parts[at : at + words]) + end for at in range(0, len(parts), words)]
    return "\n".join(
        f"{at + 1}\n00:00:{at:02},000 --> 00:00:{at:02},950\n{cue}\n" for at, cue in enumerate(cues)
    )
