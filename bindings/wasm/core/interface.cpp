// The C interface.
#include "ballast.h"

#include "answers.hpp"
#include "ballast/version.hpp"
#include "base/shown.hpp"
#include "render/answers.hpp"
#include "render/json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>

using ballast::wasm::answer;
using ballast::wasm::session;

struct ballast_session {
    session held;
};

struct ballast_answer {
    answer held;
    std::string messages; // as JSON
};

namespace {

void refuse(std::string_view problem, answer& to)
{
    to.say("ballast: {}", problem);
    to.code = ballast::wasm::trouble;
}

void answer_question(session& of, session* other, std::string_view text, answer& to)
{
    const auto [asked, problem] = ballast::wasm::parse_question(text);
    if (!problem.empty()) return refuse(problem, to);
    for (const auto& kind : ballast::wasm::question_kinds()) {
        if (kind.name != asked.ask) continue;
        if (kind.of_two && !other) return to.fail(kind.name, "needs two sessions");
        return kind.answer(of, other, asked, to);
    }
    refuse("unknown question " + ballast::printable(asked.ask), to);
}

// The lines of what is said beside an answer.
std::string json_of(const std::vector<ballast::answers::diagnostic>& messages)
{
    const auto lines = ballast::render::lines_of(messages);
    ballast::render::json_writer out;
    out.array([&] {
        for (std::string_view rest = lines; !rest.empty();) {
            const auto end = std::min(rest.find('\n'), rest.size());
            out.text(rest.substr(0, end));
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
    });
    return out.result();
}

// Discards the answer so far.
void end(ballast_answer& made, int code, const char* message) noexcept
{
    made.held.code = code;
    made.held.output = std::string();
    made.held.diagnostics.clear();
    made.messages = std::string();
    try {
        made.messages = json_of({ballast::answers::diagnostic{fmt::format("ballast: {}", message)}});
    } catch (const std::bad_alloc&) {
        made.messages = "[]"; // short enough to need no memory
    }
}

} // namespace

const char* ballast_version() { return BALLAST_VERSION; }

char* ballast_allocate(std::size_t bytes) { return static_cast<char*>(std::malloc(std::max<std::size_t>(1, bytes))); }

void ballast_release(char* bytes) { std::free(bytes); }

ballast_session* ballast_open() { return new (std::nothrow) ballast_session; }

void ballast_close(ballast_session* session) { delete session; }

int ballast_add(ballast_session* session, const char* name, char* bytes, std::size_t size, int in_folder)
try {
    auto text = ballast::source_text::adopt(bytes, size); // first: it frees the bytes whatever fails
    session->held.add(name, std::move(text), in_folder != 0);
    return 1;
} catch (const std::bad_alloc&) {
    return 0;
}

void ballast_watch(ballast_session* session, ballast_progress progress, void* context)
{
    if (progress)
        session->held.progressed().listen(
            [=](double read, double bytes) { return progress(context, read, bytes) != 0; });
    else
        session->held.progressed().listen({});
}

ballast_answer* ballast_ask(ballast_session* session, ballast_session* other, const char* question)
{
    std::unique_ptr<ballast_answer> made(new (std::nothrow) ballast_answer);
    if (!made) return nullptr;
    try {
        answer_question(session->held, other ? &other->held : nullptr, question, made->held);
        made->messages = json_of(made->held.diagnostics);
    } catch (const ballast::wasm::cancel&) {
        end(*made, ballast::wasm::cancelled, "cancelled");
    } catch (const std::bad_alloc&) {
        end(*made, ballast::wasm::trouble, "memory ran out");
    } catch (const std::length_error&) {
        end(*made, ballast::wasm::trouble, "memory ran out");
    } catch (const std::exception& error) {
        end(*made, ballast::wasm::trouble, error.what());
    }
    return made.release();
}

void ballast_forget(ballast_answer* answer) { delete answer; }

int ballast_code(const ballast_answer* answer) { return answer->held.code; }

const char* ballast_output(const ballast_answer* answer) { return answer->held.output.data(); }

std::size_t ballast_output_size(const ballast_answer* answer) { return answer->held.output.size(); }

const char* ballast_messages(const ballast_answer* answer) { return answer->messages.c_str(); }
