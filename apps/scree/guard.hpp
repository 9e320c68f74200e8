// The last line of defence: no command ends by an exception that was not caught.
#pragma once

#include <functional>

namespace scree::app {

// The status of `work`; an exception that leaves it becomes a message and a status: 2 for files
// that cannot be looked at, 1 when memory is short, 3 for a defect of the program.
int guarded(const std::function<int()>& work);

// Exceptions that cannot be caught there, because they leave a thread, end the program with the
// same words and status 4.
void tell_before_terminating();

}  // namespace scree::app
