// The name of a module without what frameworks add to it.
#include "base/module_name.hpp"

#include <gtest/gtest.h>

namespace ballast::tests {

TEST(ModuleName, OfTensorflowIsThatOfTheFunction)
{
    EXPECT_EQ(readable_module("a_inference_train_step_429__XlaMustCompile_true_config_proto_1_executor_type_2_.12"),
              "train_step");
    EXPECT_EQ(readable_module("a_inference__lambda__155__XlaMustCompile_true_config_proto_1_.1"), "_lambda_");
    EXPECT_EQ(readable_module("a_inference___XlaMustCompile"), "a_inference___XlaMustCompile") << "there is no name";
    EXPECT_EQ(readable_module("jit_train_step"), "jit_train_step");
    EXPECT_EQ(readable_module(""), "");
}

} // namespace ballast::tests
