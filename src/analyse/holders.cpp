// The holder list of the public interface.
#include "analyse/holder_rows.hpp"

namespace ballast::inline v0 {

std::size_t holder_list::size() const { return rows_ ? rows_->size() : 0; }
holder holder_list::operator[](std::size_t i) const { return rows_->made(i); }
holder_numbers holder_list::numbers(std::size_t i) const { return (*rows_)[i]; }

void holder_list::push_back(const holder& added)
{
    if (!rows_)
        rows_ = std::make_shared<analyse::holder_rows>();
    else if (rows_.use_count() > 1)
        rows_ = rows_->copy();
    rows_->push_back(added);
}

} // namespace ballast::inline v0
