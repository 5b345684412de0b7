#include "ballast/render.hpp"

#include "analyse/holder_rows.hpp"
#include "base/human_size.hpp"
#include "base/saturating_sum.hpp"
#include "render/memory_view.hpp"
#include "render/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ballast::inline v0::render {

namespace {

// Pixels.
constexpr double left = 84;
constexpr double width = 1096;
constexpr double heap_top = 78;
constexpr double heap_height = 520;
constexpr double curve_top = heap_top + heap_height + 34;
constexpr double curve_height = 90;
constexpr double legend_top = curve_top + curve_height + 44;
constexpr double legend_row = 20;
constexpr double least_height = 0.5;
constexpr double least_width = 0.5;

constexpr std::size_t most_coloured = 10;

// Ten colours for the light and the dark theme, each with a contrast of at least 3 to its background.
constexpr std::string_view style =
    "svg{background:#fff;color:#1b1f24;font:12px system-ui,sans-serif}text{fill:currentColor}"
    "rect.v{stroke:#fff;stroke-width:.3}.k0{fill:#4269d0}.k1{fill:#b87503}.k2{fill:#d6402f}.k3{fill:#2b8a8a}"
    ".k4{fill:#3a8a45}.k5{fill:#c24f8a}.k6{fill:#8250c4}.k7{fill:#4a86b5}.k8{fill:#8a5a3c}.k9{fill:#6b7a12}"
    ".rest{fill:#8b949e}.axis{stroke:currentColor;stroke-width:1;fill:none}.curve{fill:#8b949e;fill-opacity:.55}"
    ".moment{stroke:#d0021b;stroke-width:1.5}.peak{stroke:#1b1f24;stroke-width:1.5;stroke-dasharray:4 3}"
    "@media(prefers-color-scheme:dark){svg{background:#14181d;color:#e6e9ec}rect.v{stroke:#14181d}"
    ".k0{fill:#7d9bf0}.k1{fill:#e0a13a}.k2{fill:#f2796b}.k3{fill:#5cbcbc}.k4{fill:#6fc47b}.k5{fill:#e88abb}"
    ".k6{fill:#b18ce8}.k7{fill:#85b8e0}.k8{fill:#c4926f}.k9{fill:#a9ba4a}.moment{stroke:#ff6b6b}.peak{stroke:#e6e9ec}}";

std::string svg_of(double height, std::string_view title, std::string_view sentence, std::string_view unshown,
                   std::string_view drawn)
{
    return fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1200 {0}\" width=\"1200\" "
                       "height=\"{0}\" role=\"img\" aria-labelledby=\"title what\">\n<title id=\"title\">{1}</title>\n"
                       "<desc id=\"what\">{2}. {3}</desc>\n<style>{4}</style>\n"
                       "<text x=\"{5}\" y=\"24\" font-size=\"16\" font-weight=\"600\">{1}</text>\n"
                       "<text x=\"{5}\" y=\"44\">{2}</text>\n<text x=\"{5}\" y=\"62\">{3}</text>\n{6}</svg>\n",
                       height, xml_text(title), xml_text(sentence), unshown, style, left, drawn);
}

class picture {
public:
    picture(const memory_analysis& memory, const space_memory& space) : memory_(memory), space_(space)
    {
        for (const auto& a : memory.arenas) {
            if (a.space != space.space) continue;
            bases_.emplace(a.allocation, bytes_);
            bytes_ += static_cast<long double>(a.size);
        }
    }

    std::string draw(std::string_view title)
    {
        choose_colours();
        values();
        curve();
        moments();
        axes();
        const auto height = legend_top + legend_row * (1.0 + static_cast<double>((legend_.size() + 1) / 2));
        return svg_of(height, title, sentence(), unshown(), out_ + legend());
    }

private:
    template <typename... Arguments>
    void put(fmt::format_string<Arguments...> text, Arguments&&... arguments)
    {
        out_ += fmt::vformat(text, fmt::make_format_args(arguments...));
    }
    [[nodiscard]] double x_of(std::int64_t step) const
    {
        return left + width * static_cast<double>(step) / static_cast<double>(memory_.steps);
    }
    [[nodiscard]] double high(std::int64_t bytes) const
    {
        return static_cast<double>(static_cast<long double>(heap_height) * static_cast<long double>(bytes) / bytes_);
    }
    [[nodiscard]] bool is_here(const holder_numbers& h) const
    {
        return h.start >= 0 && h.start <= h.end && h.start < memory_.steps && bases_.contains(h.allocation);
    }
    [[nodiscard]] std::int64_t last_of(const holder_numbers& h) const { return std::min(h.end, memory_.steps - 1); }

    // The ten groups with the most bytes × steps.
    void choose_colours()
    {
        if (memory_.buffers.empty()) return;
        const auto& rows = *memory_.buffers.rows();
        std::unordered_map<model::number, long double> area;
        for (std::size_t i = 0; i < rows.size(); ++i)
            if (const auto& h = rows[i]; is_here(h))
                area[rows[i].texts.group] +=
                    static_cast<long double>(h.size) * static_cast<long double>(last_of(h) - h.start + 1);
        std::vector<std::pair<model::number, long double>> all(area.begin(), area.end());
        std::ranges::sort(all, [&](const auto& a, const auto& b) {
            return a.second != b.second ? a.second > b.second : rows.text(a.first) < rows.text(b.first);
        });
        if (all.size() > most_coloured) all.resize(most_coloured);
        for (const auto& [group, bytes] : all) {
            colours_.emplace(group, legend_.size());
            legend_.push_back(rows.text(group));
        }
    }

    void values()
    {
        for (std::size_t i = 0; i < memory_.buffers.size(); ++i) {
            const auto numbers = memory_.buffers.numbers(i);
            if (!is_here(numbers)) continue;
            ++count_;
            const auto height = high(numbers.size);
            if (height < least_height) {
                ++unshown_;
                unshown_bytes_ = saturating_sum(unshown_bytes_, numbers.size);
                continue;
            }
            const auto h = memory_.buffers[i];
            const auto x = x_of(h.start);
            const auto wide = std::max(least_width, x_of(last_of(h) + 1) - x);
            const auto from = bases_.at(h.allocation) + static_cast<long double>(h.offset);
            const auto y = heap_top + heap_height - static_cast<double>(heap_height * from / bytes_) - height;
            const auto colour = colours_.find((*memory_.buffers.rows())[i].texts.group);
            if (colour == colours_.end())
                put("<rect class=\"v rest\"");
            else
                put("<rect class=\"v k{}\"", colour->second);
            put(" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\"><title>{} {}, {} bytes at {}, "
                "instructions {} "
                "to "
                "{}: {}{}{}</title></rect>\n",
                x, y, wide, height, xml_text(h.name), xml_text(h.shape), h.size, h.offset, h.start, h.end,
                xml_text(h.label), h.source.empty() ? "" : ", ", xml_text(h.source));
        }
    }

    void curve()
    {
        const auto columns = curve_of(space_.occupied, memory_.steps, static_cast<std::size_t>(width));
        const auto step = width / static_cast<double>(columns.size());
        put("<path class=\"curve\" d=\"M{:.1f} {:.1f}", left, curve_top + curve_height);
        std::int64_t before = -1;
        for (std::size_t i = 0; i < columns.size(); ++i) {
            if (columns[i] == before) continue;
            before = columns[i];
            const auto y = curve_top + curve_height -
                           static_cast<double>(curve_height * static_cast<long double>(before) / bytes_);
            put("H{:.1f}V{:.1f}", left + step * static_cast<double>(i), y);
        }
        put("H{:.1f}V{:.1f}Z\"/>\n", left + width, curve_top + curve_height);
    }

    void moments()
    {
        const auto line = [&](std::string_view kind, std::int64_t step) {
            const auto x = (x_of(step) + x_of(step + 1)) / 2;
            put("<line class=\"{}\" x1=\"{:.1f}\" x2=\"{:.1f}\" y1=\"{}\" y2=\"{}\"/>\n", kind, x, x, heap_top,
                curve_top + curve_height);
        };
        line("moment", space_.temporary_peak->step);
        if (differs()) line("peak", *memory_.xla_peak);
    }
    [[nodiscard]] bool differs() const
    {
        return memory_.xla_peak && *memory_.xla_peak != space_.temporary_peak->step && *memory_.xla_peak >= 0 &&
               *memory_.xla_peak < memory_.steps;
    }

    void axes()
    {
        put("<path class=\"axis\" d=\"M{0} {1}V{2}H{3}M{0} {4}V{5}H{3}\"/>\n", left, heap_top, heap_top + heap_height,
            left + width, curve_top, curve_top + curve_height);
        const auto all = static_cast<std::int64_t>(std::min<long double>(bytes_, 9.2e18L));
        const auto note = [&](double x, double y, std::string_view anchor, const std::string& text) {
            put("<text x=\"{}\" y=\"{}\" text-anchor=\"{}\">{}</text>\n", x, y, anchor, text);
        };
        note(left - 6, heap_top + 10, "end", human_size(all));
        note(left - 6, heap_top + heap_height, "end", "0B");
        note(left - 6, curve_top + 10, "end", human_size(all));
        note(left - 6, curve_top + curve_height, "end", "0B");
        note(left, curve_top - 10, "start", "in use");
        note(left, curve_top + curve_height + 16, "start", "instruction 0");
        note(left + width, curve_top + curve_height + 16, "end", fmt::to_string(memory_.steps));
    }

    [[nodiscard]] std::string sentence() const
    {
        auto result = fmt::format("{} of {} of temporaries in space {}, by offset and time; peak {} at instruction {}",
                                  plural(count_, "value"), human_size(space_.temporaries), space_.space,
                                  human_size(space_.temporary_peak->bytes), space_.temporary_peak->step);
        if (differs())
            result += fmt::format(" (red); XLA's own peak is instruction {}: {} (dashed)", *memory_.xla_peak,
                                  human_size(space_.temporary_at_xla_peak.value_or(0)));
        return result;
    }
    [[nodiscard]] std::string unshown() const
    {
        if (unshown_ == 0) return {};
        return fmt::format("{} of {} in all {} lower than half a pixel and not drawn", plural(unshown_, "value"),
                           human_size(unshown_bytes_), unshown_ == 1 ? "is" : "are");
    }

    // The legend, in two columns.
    [[nodiscard]] std::string legend() const
    {
        std::string result;
        for (std::size_t i = 0; i < legend_.size(); ++i) {
            const auto x = left + (i % 2 == 0 ? 0 : width / 2);
            const auto y = legend_top + legend_row * static_cast<double>(i / 2);
            auto text = printable(legend_[i]);
            constexpr std::size_t longest = 80;
            if (text.size() > longest) {
                auto size = longest;
                while (size != 0 && (static_cast<unsigned char>(text[size]) & 0xc0) == 0x80) --size;
                text.resize(size);
                text += "…";
            }
            result += fmt::format("<rect class=\"k{}\" x=\"{}\" y=\"{}\" width=\"12\" height=\"12\"/><text x=\"{}\" "
                                  "y=\"{}\">{}</text>\n",
                                  i, x, y - 10, x + 18, y, xml_text(text));
        }
        return result;
    }

    const memory_analysis& memory_;
    const space_memory& space_;
    std::map<std::int64_t, long double> bases_; // by allocation: bytes of the arenas drawn below it
    long double bytes_ = 0;
    std::unordered_map<model::number, std::size_t> colours_;
    std::vector<std::string> legend_;
    std::size_t count_ = 0;
    std::size_t unshown_ = 0;
    std::int64_t unshown_bytes_ = 0;
    std::string out_;
};

} // namespace

std::optional<std::string> heap_picture(const memory_analysis& memory, std::int64_t space, std::string_view title)
{
    const auto found = std::ranges::find(memory.spaces, space, &space_memory::space);
    const bool temporaries = found != memory.spaces.end() && found->temporaries != 0;
    if (temporaries && found->temporary_peak && memory.steps > 0) return picture(memory, *found).draw(title);
    if (temporaries && !memory.ranges) return std::nullopt;
    const auto* const lacks =
        temporaries ? "no temporary of space {} is live at any step" : "no temporaries in space {}";
    return svg_of(heap_top, title, fmt::format(fmt::runtime(lacks), space), {}, {});
}

} // namespace ballast::inline v0::render
