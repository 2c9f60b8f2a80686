// One field's value between JSON and the typed config, by its declaration in fields.h.
#pragma once

#include <string>
#include <string_view>

#include "experiments/config/fields.h"
#include "experiments/config/json.h"
#include "experiments/result_type.h"

namespace bitladder::experiments {

// Checks type and range and stores the value. The error gives `pointer`, the value, what is allowed
// and, for a misspelt word, the nearest one; `config` is then half-written and to be thrown away.
Status ReadField(const Field& field, const Json& json, std::string_view pointer,
                 ExperimentConfig* config);

// The value as a config file would give it. Takes a mutable config because the table's member
// references are mutable; nothing is written.
Json WriteField(const Field& field, ExperimentConfig& config);

// The value that holds when the config says nothing.
Json DefaultOf(const Field& field);

// What is allowed, as a phrase: "an integer from 2 to 1000", "one of \"eq1\", \"log_t\"".
std::string AllowedText(const Field& field);
std::string AllowedText(const ObjectMember& member);

}  // namespace bitladder::experiments
