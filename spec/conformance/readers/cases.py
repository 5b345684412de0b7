"""What the adapters share: cases on standard input, one JSON object a line, and an answer to each on standard output.

A case has `id`, `start`, and `text` or `text_base64`; some have `production`, `era`, `file_name`, `audit`, and
`beside` or `beside_base64`. An answer has `id` and `accepted`; what else it can have is in ../README.md."""
import base64
import json
import sys


def bytes_of(case, name="text"):
    if name + "_base64" in case:
        return base64.b64decode(case[name + "_base64"])
    return case.get(name, "").encode()


def offset_of(data, line, column):
    """The byte at a line and a column, which counts code points; a byte that is not UTF-8 counts as one."""
    begin = 0
    for _ in range(line - 1):
        begin = data.find(b"\n", begin) + 1
    rest = data[begin:].decode("utf-8", "surrogateescape")[: column - 1]
    return begin + len(rest.encode("utf-8", "surrogateescape"))


def cases():
    for line in sys.stdin.buffer:
        yield json.loads(line)


def say(case, **answer):
    text = answer.pop("text", None)
    if isinstance(text, bytes):
        try:
            answer["text"] = text.decode()
        except UnicodeDecodeError:
            answer["text_base64"] = base64.b64encode(text).decode()
    print(json.dumps({"id": case["id"], **answer}), flush=True)
