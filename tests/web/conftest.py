"""A made class in a real gradebook, and the pages over it, asked without a socket or by a browser."""

import random
import threading
from types import SimpleNamespace

import httpx
import pytest
import uvicorn
from made_reports import made_reports, plain, with_answers

from grader import quiz as quizzes
from grader.core.model import Cell, Submission
from grader.gradebook import Gradebook
from grader.gradebook.attempts import Stored
from grader.gradebook.roster import Person
from grader.reports.schema import from_data, report_json
from grader.submissions.cache_key import content_of, digest_of
from grader.web.app import make_app
from grader.web.desk import DeskOptions
from grader.web.guard import DeskKeys

CLASS = "self_attention"
OPEN = ("c1-open", "c2-open", "c3-open", "c4-open")
WORDS = (
    "every token looks at all other tokens and sums their values by weights of the softmax over scaled scores".split()
)
HOST = "127.0.0.1:8765"


def opens(index, rng):
    """Answers: to each open question some that many write in other spelling, some of one's own; two closed ones."""
    out = {"m1-row": "computed", "m4-rows": rng.choice(["columns", "rows"])}
    for item in OPEN:
        if rng.random() < 0.55:
            text = f"{WORDS[rng.randrange(6)]} {item[:2]} sums"
            text = rng.choice([text, text.upper(), f"  {text}. ", text.replace(" ", "  ")])
        else:
            text = " ".join(rng.sample(WORDS, 7)) + f" {index}"
        out[item] = text
    return out


@pytest.fixture(scope="session")
def template(tmp_path_factory, grade_all, reference):
    """The data of a real report of a right submission."""
    folder = tmp_path_factory.mktemp("template") / "right"
    folder.mkdir()
    (folder / "attention.py").write_text(reference, encoding="utf-8")
    return plain(grade_all([folder])["right"])


@pytest.fixture(scope="session")
def bank(root):
    return quizzes.load_bank(root / "solutions" / CLASS / "quiz.yaml")


def fill(path, template, bank, count, source, *, roster=True):
    """A gradebook of a made class of that many people, one more on the roster who handed in nothing."""
    rng = random.Random(5)
    with Gradebook.open(path, create=True) as book:
        for index, data in enumerate(made_reports(template, bank, count)):
            answers = "quiz: self_attention\n" + "".join(f'{k}: "{v}"\n' for k, v in opens(index, rng).items())
            name = data["submission"]["id"]
            text = report_json(from_data(with_answers(data, bank, answers)))
            submission = Submission(name, name, cells=(Cell(source, "attention.py"),), answers=answers)
            content = content_of(submission)
            stored = Stored(f"{index:032x}", text, "en", "")
            book.store(CLASS, name, digest_of(name, content), content, stored)
        if roster:
            people = [Person(f"s{i + 1:04}", f"Müller {i + 1}", f"section {i % 3}") for i in range(count)]
            book.import_roster((*people, Person("absent", "Absent Ada", "section 0")), "made", "test")
    return path


@pytest.fixture(scope="session")
def class_of_40(tmp_path_factory, template, bank, root):
    """The path of a gradebook that tests copy."""
    source = (root / "solutions" / CLASS / "attention.py").read_text("utf-8").replace("axis=-1", "axis=0")
    return fill(tmp_path_factory.mktemp("class") / "g.db", template, bank, 40, source)


@pytest.fixture
def book_file(class_of_40, tmp_path):
    """A gradebook of a test's own."""
    path = tmp_path / "g.db"
    path.write_bytes(class_of_40.read_bytes())
    return path


class Browserless:
    """Asks the pages as a browser with the cookie does; `post` fills in the secret of the forms."""

    def __init__(self, app, keys):
        self.keys = keys
        self.client = httpx.Client(transport=Threaded(app), base_url=f"http://{HOST}")
        self.client.cookies.set("grader_desk", keys.session)

    def get(self, path, **options):
        return self.client.get(path, **options)

    def post(self, path, data=None, *, origin=f"http://{HOST}", csrf=None, **options):
        form = {"csrf": self.keys.csrf if csrf is None else csrf, **(data or {})}
        headers = {"origin": origin} if origin else {}
        return self.client.post(path, data=form, headers=headers, **options)


class Threaded(httpx.BaseTransport):
    """Runs the application for one request at a time, in an event loop of its own."""

    def __init__(self, app):
        self.inner = httpx.ASGITransport(app)

    def handle_request(self, request):
        import asyncio

        async def run():
            request.stream = request.read()
            response = await self.inner.handle_async_request(
                httpx.Request(request.method, request.url, headers=request.headers, content=request.stream)
            )
            return httpx.Response(response.status_code, headers=response.headers, content=await response.aread())

        return asyncio.run(run())


@pytest.fixture
def desk(book_file, root):
    """The pages over a gradebook of one's own; `desk.book()` opens it beside them."""
    yield from served(book_file, root)


@pytest.fixture
def onlooker(book_file, root):
    """As `desk`, started with --read-only."""
    yield from served(book_file, root, read_only=True)


def served(path, root, **options):
    keys = DeskKeys()
    app = make_app(DeskOptions(path, "kim", course=root, **options), keys, lambda: 8765)
    found = Browserless(app, keys)
    found.file, found.app = path, app
    found.book = lambda: Gradebook.open(path, reading=True)
    yield found
    app.app.state.desk.close()


@pytest.fixture(scope="module")
def site(tmp_path_factory, class_of_40, root):
    """The pages on a real port, in Korean or English: `site(language)` gives address and token."""
    running = []

    def start(language="en"):
        path = tmp_path_factory.mktemp("site") / "g.db"
        path.write_bytes(class_of_40.read_bytes())
        keys = DeskKeys()
        place = {}
        app = make_app(DeskOptions(path, "kim", language=language, course=root), keys, lambda: place["port"])
        server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="error"))
        thread = threading.Thread(target=server.run, daemon=True)
        thread.start()
        while not server.started:
            thread.join(0.02)
        place["port"] = server.servers[0].sockets[0].getsockname()[1]
        running.append((server, thread))
        address = f"http://127.0.0.1:{place['port']}"
        return SimpleNamespace(address=address, first=f"{address}/?token={keys.token}", file=path)

    yield start
    for server, thread in running:
        server.should_exit = True
        thread.join(10)
