"""Settings for generated logic grids: categories, their values, and how sentences name them.

All of our own making. Each has six categories of eight values; the first names people, the second
is in order.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Order:
    """Sentences that compare by an ordered category.

    `{a}`, `{b}` and `{c}` stand for people, `{distance}` for an amount such as "two hours".
    `unit` is what a distance counts in, one of it and several.
    """

    before: str
    after: str
    apart: str
    next_to: str
    between: str
    unit: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Topic:
    """A category: its values, and the phrases that sentences are built from.

    `{}` stands for the value: `who` "the baker of {}", `does` "bakes {}", `does_not` "does not bake
    {}". An ordered category lists its values in order, and numbers in it go up one by one.
    """

    name: str
    values: tuple[str | int, ...]
    who: str
    does: str
    does_not: str
    order: Order | None = None


@dataclass(frozen=True, slots=True)
class Theme:
    """A setting: title, story (`{count}` stands for how many people) and categories.

    `everyone` is what these people are together.
    """

    title: str
    story: str
    everyone: str
    topics: tuple[Topic, ...]


MARKET = Theme(
    title="The night market",
    story=(
        "{count} stallholders sell by lantern light on the quay. "
        "Work out what belongs to whom before the lanterns go out."
    ),
    everyone="stallholders",
    topics=(
        Topic(
            "stallholder",
            ("Abena", "Bruno", "Cosima", "Dmitri", "Elodie", "Farid", "Gwen", "Hugo"),
            "{}",
            "is {}",
            "is not {}",
        ),
        Topic(
            "hour",
            (4, 5, 6, 7, 8, 9, 10, 11),
            "whoever opens at {}",
            "opens at {}",
            "does not open at {}",
            Order(
                before="{a} opens earlier than {b}",
                after="{a} opens later than {b}",
                apart="{a} opens {distance} later than {b}",
                next_to="{a} and {b} open exactly an hour apart",
                between="{a} opens after one of {b} and {c}, but before the other",
                unit=("hour", "hours"),
            ),
        ),
        Topic(
            "goods",
            ("buttons", "candles", "dumplings", "kites", "maps", "pickles", "soap", "whistles"),
            "the seller of {}",
            "sells {}",
            "does not sell {}",
        ),
        Topic(
            "lantern",
            ("amber", "blue", "crimson", "green", "pearl", "rose", "violet", "white"),
            "the owner of the {} lantern",
            "has the {} lantern",
            "does not have the {} lantern",
        ),
        Topic(
            "companion",
            ("cat", "crow", "goat", "hen", "otter", "parrot", "rabbit", "terrier"),
            "the keeper of the {}",
            "keeps the {}",
            "does not keep the {}",
        ),
        Topic(
            "drink",
            ("barley tea", "broth", "cider", "cocoa", "coffee", "lemonade", "milk", "mint tea"),
            "whoever drinks {}",
            "drinks {}",
            "does not drink {}",
        ),
    ),
)

CLIMB = Theme(
    title="The hill climb",
    story=(
        "{count} riders raced up the hill above the village, and no two reached the top together. "
        "Who came in where?"
    ),
    everyone="riders",
    topics=(
        Topic(
            "rider",
            ("Anneke", "Basil", "Carlo", "Delphine", "Emre", "Fiona", "Goran", "Hanna"),
            "{}",
            "is {}",
            "is not {}",
        ),
        Topic(
            "place",
            (1, 2, 3, 4, 5, 6, 7, 8),
            "whoever came in as number {}",
            "came in as number {}",
            "did not come in as number {}",
            Order(
                before="{a} finished ahead of {b}",
                after="{a} finished behind {b}",
                apart="{a} finished {distance} behind {b}",
                next_to="{a} and {b} finished in neighbouring places",
                between="{a} finished behind one of {b} and {c}, but ahead of the other",
                unit=("place", "places"),
            ),
        ),
        Topic(
            "bicycle",
            ("copper", "cream", "grey", "olive", "orange", "purple", "silver", "yellow"),
            "the rider of the {} bicycle",
            "rode the {} bicycle",
            "did not ride the {} bicycle",
        ),
        Topic(
            "village",
            (
                "Ashby",
                "Bellmere",
                "Cold Wells",
                "Duckrow",
                "Elmhay",
                "Foxdean",
                "Gullwick",
                "Hartsea",
            ),
            "the visitor from {}",
            "is from {}",
            "is not from {}",
        ),
        Topic(
            "breakfast",
            ("apples", "dates", "muesli", "omelette", "pancakes", "porridge", "rice", "toast"),
            "whoever had {} for breakfast",
            "had {} for breakfast",
            "did not have {} for breakfast",
        ),
        Topic(
            "prize",
            ("bell", "cushion", "lamp", "pump", "ribbon", "scarf", "teapot", "trophy"),
            "the winner of the {}",
            "took home the {}",
            "did not take home the {}",
        ),
    ),
)

FERRY = Theme(
    title="The island ferry",
    story=(
        "{count} passengers left the ferry one by one, each at another pier. "
        "Put the purser's list back together."
    ),
    everyone="passengers",
    topics=(
        Topic(
            "passenger",
            ("Agnes", "Boris", "Chiara", "Dario", "Esther", "Felix", "Greta", "Henrik"),
            "{}",
            "is {}",
            "is not {}",
        ),
        Topic(
            "pier",
            (
                *("North Sound", "Gull Point", "Old Harbour", "Pebble Bay"),
                *("Seal Rock", "Long Strand", "Chapel Steps", "South Light"),
            ),
            "whoever got off at {}",
            "got off at {}",
            "did not get off at {}",
            Order(
                before="{a} got off before {b}",
                after="{a} got off after {b}",
                apart="{a} got off {distance} after {b}",
                next_to="{a} and {b} got off at neighbouring piers",
                between="{a} got off somewhere between the piers of {b} and {c}",
                unit=("pier", "piers"),
            ),
        ),
        Topic(
            "luggage",
            ("basket", "cello", "easel", "hatbox", "rucksack", "suitcase", "toolbox", "trunk"),
            "the owner of the {}",
            "carried the {}",
            "did not carry the {}",
        ),
        Topic(
            "purpose",
            (
                *("birdwatching", "fishing", "painting", "swimming"),
                *("a concert", "a repair", "a survey", "a wedding"),
            ),
            "the passenger who came for {}",
            "came for {}",
            "did not come for {}",
        ),
        Topic(
            "coat",
            ("beige", "black", "brown", "checked", "navy", "red", "striped", "tweed"),
            "whoever wore the {} coat",
            "wore the {} coat",
            "did not wear the {} coat",
        ),
        Topic(
            "snack",
            ("almonds", "biscuits", "cherries", "crisps", "figs", "oranges", "plums", "waffles"),
            "whoever ate {}",
            "ate {}",
            "did not eat {}",
        ),
    ),
)

THEMES = (MARKET, CLIMB, FERRY)
"""The settings to draw from."""
