#include "ballast/print.hpp"
#include "print/lists.hpp"
#include "print/value.hpp"

namespace ballast::inline v0 {

void print(sink& out, const ast::buffer_info& x)
{
    out.put("buffer_id,buffer_name,offset,size,definition_time,end_time,num_uses,use_times,use_names\n");
    for (const auto& row : x.rows) {
        out.put(row.id, ",\"");
        print(out, row.value, {});
        out.put("\",", row.offset, ',', row.size, ',', row.definition_time, ',', row.end_time, ',', row.num_uses,
                ",\"");
        print_detail::put_list(out, row.use_times, ";");
        out.put("\",\"");
        print_detail::put_list(out, row.uses, ";", [&](const ast::value_use& use) { print_detail::put_use(out, use); });
        out.put("\"\n");
    }
}

} // namespace ballast::inline v0
