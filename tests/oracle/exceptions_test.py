#!/usr/bin/env python3
"""Exceptions are what XLA's parser does and nothing more."""
import sys
import unittest

sys.dont_write_bytecode = True
import exceptions

# A line, what XLA prints of it, and the exception.
KNOWN = (
    ('%x = f32[2]{0} negate(%a), metadata={op_name="a" stack_frame_id=3}',
     '%x = f32[2]{0} negate(%a), metadata={op_name="a"}', "stack frame"),
    ('%x = (f32[2,3], s32[]) custom-call(f32[2]{0:T(128)} %a), custom_call_target="f32[2]"',
     '%x = (f32[2,3]{1,0}, s32[]) custom-call(f32[2]{0:T(128)} %a), custom_call_target="f32[2]"', "array without layout"),
    ("%x = f32[2]{0} constant({-0, 1e-05})", "%x = f32[2]{0} constant({0, 1e-05})", "negative zero"),
    ("%x = c64[2]{0} constant({(nan(0x1), 2), (3, -nan)})", "%x = c64[2]{0} constant({(nan(0x1), nan(0x1)), (3, -nan)})",
     "complex NaN"),
    ("%x = c64[] constant((-57.5, nan(0x1)))", "%x = c64[] constant((-57.5, nan))", "complex NaN"),
    ("%x = f32[] negate(%a), backend_config= {} ", "%x = f32[] negate(%a), backend_config={}", "blank around a dict"),
    ("%x = f32[] negate(%a), frontend_attributes={a= {} ,b={}}", "%x = f32[] negate(%a), frontend_attributes={a={},b={}}",
     "blank around a dict"),
    ("%x = f32[] map(%a), to_apply=%f.03", "%x = f32[] map(%a), to_apply=%f.3", "number of a name"),
    ("%x = f32[] negate(%a), control-predecessors={%b.1}", "%x = f32[] negate(%a), control-predecessors={%b.2}",
     "number of a name"),
    (r'%x = f32[] negate(%a), frontend_attributes={a="it\'s" ,b="\303\251"}',
     '%x = f32[] negate(%a), frontend_attributes={a="it\'s",b="\xc3\xa9"}', "raw frontend value"),
    (r'%x = f32[] negate(%a), origin={{"a\"b" {1}}}', '%x = f32[] negate(%a), origin={{"a"b" {1}}}', "raw string"),
    ("%x = (f32[], (), f32[]) while(%a), sharding={manual}",
     "%x = (f32[], (), f32[]) while(%a), sharding={{manual}, {manual}}", "sharding of a tuple"),
    ("%x = ((f32[]), f32[], u32[]) negate-start(%a), sharding={manual}",
     "%x = ((f32[]), f32[], u32[]) negate-start(%a), sharding={manual}, sharding={manual}",
     "start of something asynchronous"),
    ('%x = f32[] negate(%a), sharding={unreduced metadata={op_type="sdy::reduction_op" op_name="SUM"}}',
     '%x = f32[] negate(%a), sharding={unreduced metadata={{op_type="sdy::reduction_op" op_name="SUM"}, '
     '{op_type="sdy::reduction_op" op_name="SUM"}}}', "reduction of a sharding"),
    ("%x = (f32[4]{0}, f32[]) scan(%a, %b), dimensions={0}, num_carries=1, to_apply=%f",
     "%x = (f32[4]{0}, f32[]) scan(%a, %b), dimensions={0}, num_carries=1, is_associative=false, to_apply=%f",
     "scan that may be associative"),
    ('%x = f32[] negate(%a), origin={({"a"}, ())}', '%x = f32[] negate(%a), origin={({"a"})}', "empty tuple in an origin"),
    ("%x = ((f32[]), f32[], u32[]) async-start(%a), calls=%f",
     '%x = ((f32[]), f32[], u32[]) custom-call-start(%a), custom_call_target="r"', "asynchronous sugar"),
    ('%x = f32[] negate(%a), backend_config={"operation_queue_id":"0","wait_on_operation_queues":[],"a":1}',
     '%x = f32[] negate(%a), backend_config={"operation_queue_id":"0","a":1}', "operation queues"),
    ("%x = f32[] negate(%a), metadata={source_line=3}", "%x = f32[] negate(%a)", "metadata of nothing"),
    ("%x = (f32[]) infeed(%t)", "%x = ((f32[]), token[]) infeed(%t)", "infeed and outfeed"),
    ('%x = f32[] negate(%a), metadata={op_name="a" stack_frame_id=3}, backend_config= {}',
     '%x = f32[] negate(%a), metadata={op_name="a"}, backend_config={}', "stack frame and blank around a dict"),
)

# A line and what is printed of it, which no exception explains.
UNKNOWN = (
    ("%x = f32[] negate(%a), sharding={manual}", "%x = f32[] negate(%a)"),
    ("%x = f32[] negate(%a.1)", "%x = f32[] negate(%b.1)"),
    ("%x = f32[2,3]{0,1} negate(%a)", "%x = f32[2,3]{1,0} negate(%a)"),
    ("%x = f32[2,3] negate(%a)", "%x = f32[2,3]{0,1} negate(%a)"),
    (r'%x = f32[] negate(%a), origin={{"a"}}, metadata={op_name="\'"}',
     r'%x = f32[] negate(%a), origin={{"b"}}, metadata={op_name="\'"}'),
    ("%x = (f32[], f32[]) while(%a), sharding={manual}", "%x = (f32[], f32[]) while(%a), sharding={{manual}, {replicated}}"),
    ("%x = ((f32[]), f32[], u32[]) negate-start(%a), sharding={manual}", "%x = ((f32[]), f32[], u32[]) negate-start(%a)"),
    ("%x = (f32[]) infeed(%t)", '%x = ((f32[]), token[]) infeed(%t), infeed_config="a"'),
)


class Exceptions(unittest.TestCase):
    def test_known_differences_have_names(self):
        for line, printed, name in KNOWN:
            self.assertEqual(exceptions.known(line, "XLA: " + printed), name, line)

    def test_other_differences_have_none(self):
        for line, printed in UNKNOWN:
            self.assertIsNone(exceptions.known(line, "XLA: " + printed), line)

    def test_lines_that_ballast_refuses_are_those_of_the_verifier(self):
        line = "%x = f32[] negate(%a), dimensions={0}"
        self.assertEqual(exceptions.known(line, "ballast: refused: `dimensions` names dimension 0 [attribute_shape]"),
                         "verifier")
        self.assertIsNone(exceptions.known(line, "ballast: refused: expected `, ` [instruction]"))


if __name__ == "__main__":
    unittest.main()
