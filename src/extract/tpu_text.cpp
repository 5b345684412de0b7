#include "extract/tpu_text.hpp"

#include "base/needles.hpp"
#include "extract/tpu_lines.hpp"
#include "extract/tpu_scan.hpp"
#include "extract/tpu_text_reader.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace ballast::extracting {

namespace {

// Finds the starts of texts.
class finder {
public:
    finder(std::string_view log, std::size_t from) : log_(log), from_(from) {}

    std::vector<extraction> all()
    {
        std::vector<extraction> result;
        for (auto at = next(); at != npos; at = next())
            if (auto found = text_at(at)) result.push_back(std::move(*found));
        return result;
    }

private:
    std::size_t next()
    {
        static const needles search({tpu_anchors.begin(), tpu_anchors.end()});
        const auto result = search.first(log_, from_).at;
        if (result != npos) from_ = result + 1;
        return result;
    }
    // The number of the line that begins at an offset.
    std::int64_t number_at(std::size_t offset)
    {
        if (offset < counted_) {
            number_ -= std::count(log_.begin() + static_cast<std::ptrdiff_t>(offset),
                                  log_.begin() + static_cast<std::ptrdiff_t>(counted_), '\n');
            counted_ = offset;
            return number_;
        }
        number_ += std::count(log_.begin() + static_cast<std::ptrdiff_t>(counted_),
                              log_.begin() + static_cast<std::ptrdiff_t>(offset), '\n');
        counted_ = offset;
        return number_;
    }

    [[nodiscard]] std::size_t line_begin(std::size_t at) const
    {
        const auto before = at == 0 ? npos : log_.rfind('\n', at - 1);
        return before == npos ? 0 : before + 1;
    }

    std::optional<extraction> text_at(std::size_t at)
    {
        const auto line = line_begin(at);
        // The payload of a status repeats the message.
        if (log_.substr(line, at - line).find("CompilationResultProto='") != npos) return std::nullopt;
        const auto begin = text_begin(log_, taken_, at);
        const auto first = line_begin(begin);
        tpu_text_reader reader(tpu_lines(log_, begin, number_at(first)));
        auto result = reader.read();
        if (reader.end() == 0) return std::nullopt;
        taken_ = reader.end();
        from_ = std::max(from_, reader.end());
        if (!result.read.accepted() && !result.edited) return std::nullopt;
        return result;
    }

    std::string_view log_;
    std::size_t from_;
    std::size_t taken_ = 0;
    std::size_t counted_ = 0;
    std::int64_t number_ = 1;
};

} // namespace

std::vector<extraction> tpu_texts(std::string_view log, std::size_t from) { return finder(log, from).all(); }

} // namespace ballast::extracting
