-- Judges the texts of a file with an LPeg grammar: a line for each, `ok` or `refused`.
--     lua5.4 lpeg.lua GRAMMAR TEXTS    (each text after its size in bytes and a line feed)
local grammar = dofile(arg[1])
local file = assert(io.open(arg[2], "rb"))
while true do
    local size = file:read("l")
    if not size then break end
    local text = tonumber(size) == 0 and "" or file:read(tonumber(size))
    print(grammar:match(text) == #text + 1 and "ok" or "refused")
end
