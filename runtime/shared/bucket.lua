-- One token bucket for many processes, in one hash. See bucket.go for what the
-- arguments and the reply mean, and docs/runtime-shared.md for what is promised.
--
-- All numbers are whole and below 2^53, so that Lua's arithmetic is exact:
-- times in microseconds, rates in thousandths of a token a second. A rate times
-- a time counts parts of a token, 10^9 of which make one.
local TOKEN = 1000000000
local LAYOUT = '1'
local ACTIVE = 2000000        -- a process that spoke this lately wants its part
local MEMBER = 10000000       -- its settings count for this long
local FORGET = 60000000       -- and it is forgotten after this
local GRACE = 500000          -- how late a process may come back for its turn
local BACK = 100000000000      -- more time than any process has seen pass between two calls
local KEEP = 86400000         -- milliseconds until an unused bucket is removed

local key = KEYS[1]
local id = ARGV[1]
local call, kept, want = tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local rate, capacity = tonumber(ARGV[5]), tonumber(ARGV[6])
local horizon, life = tonumber(ARGV[7]), tonumber(ARGV[8])
local epoch, vouched, seen = ARGV[9], tonumber(ARGV[10]), tonumber(ARGV[11])
local selfHelped, leaving = ARGV[12] == '1', ARGV[13] == '1'

local function whole(n) return string.format('%.0f', n) end

local time = redis.call('TIME')
local clock = time[1] * 1000000 + time[2]
local info = redis.pcall('INFO', 'server')
local run = type(info) == 'string' and string.match(info, 'run_id:(%x+)') or ''

local state, others, mine = {}, {}, nil
local stored = redis.call('HGETALL', key)
for i = 1, #stored, 2 do
	local name, value = stored[i], stored[i + 1]
	if string.sub(name, 1, 2) ~= 'p:' then
		state[name] = value
	else
		local f = {}
		for n in string.gmatch(value, '%S+') do f[#f + 1] = tonumber(n) end
		local p = {call = f[1], out = f[2], ticket = f[3], turn = f[4], seen = f[5],
			rate = f[6], capacity = f[7], horizon = f[8], life = f[9]}
		if name == 'p:' .. id then mine = p else others[name] = p end
	end
end
if #stored > 0 and state.layout ~= LAYOUT then
	return redis.error_reply('FOREIGN the key holds something else')
end

-- The bucket's own time, in which it accrues, goes forward only as far as both
-- this server's clock and a process that saw time pass say so.
local bucketTime = tonumber(state.time or clock)
local tokens, part = tonumber(state.tokens or 0), tonumber(state.part or 0)
local offset = tonumber(state.offset or 0)
local lost = tonumber(state.lost or 0) -- time that the bucket disbelieved, in all
local tickets = tonumber(state.tickets or 0)
local fresh = state.epoch == nil
local witness = state.epoch == epoch
-- Another server, or the same one started anew, may know an older state than the
-- last; so may one that went back behind what this process has seen.
if not fresh and (state.run ~= run or (witness and seen > bucketTime)) then
	redis.call('DEL', key)
	bucketTime = math.max(bucketTime, witness and seen or 0)
	offset = clock - bucketTime
	others, mine, fresh = {}, nil, true
end

-- While processes disagree, the lowest of what they ask for holds.
local active, alone = 1, true
for name, p in pairs(others) do
	if p.seen >= bucketTime - MEMBER then
		alone = false
		rate, capacity = math.min(rate, p.rate), math.min(capacity, p.capacity)
		horizon, life = math.min(horizon, p.horizon), math.min(life, p.life)
		if p.seen >= bucketTime - ACTIVE then active = active + 1 end
	end
end

local before = bucketTime
if fresh then
	-- Whatever was handed out before this server knew of it is paid for first.
	state.epoch = string.sub(run, 1, 8) .. '-' .. whole(clock)
	tokens, part = -math.ceil(horizon * rate / TOKEN), 0
else
	local now = clock - offset
	if now < bucketTime then
		offset, now = clock - bucketTime, bucketTime
		lost = lost + BACK -- how much cannot be known
	end
	-- Of a step of the server's clock only as much is believed as cannot be told
	-- from the time that a call travels.
	local bound = math.max(bucketTime, witness and vouched - lost or 0) + horizon
	if not witness and alone then bound = bucketTime end -- nobody saw the time pass
	if now > bound then
		lost, offset, now = lost + now - bound, offset + now - bound, bound
	end
	bucketTime = now
end
local elapsed = bucketTime - before
if elapsed * rate >= (capacity - tokens) * TOKEN - part then
	tokens, part = capacity, 0
else
	local parts = part + elapsed * rate
	tokens = tokens + math.floor(parts / TOKEN)
	part = parts % TOKEN
end

-- A call that comes a second time, or after a later one, must have no effect.
if mine and call <= mine.call then
	return {1, state.epoch, bucketTime, lost, 0, 0, rate, life, 0, active, run ~= '' and 1 or 0}
end
local ticket, turn = 0, 0
if mine then
	ticket, turn = mine.ticket, mine.turn
	if mine.out > kept then tokens = tokens + mine.out - kept end
end
-- A process that helped itself may not be the only one to have done so.
if selfHelped and tokens > 0 then tokens, part = 0, 0 end
if tokens >= capacity then tokens, part = capacity, 0 end

local granted, debt, wait = 0, (1 - tokens) * TOKEN - part, 0
if want > 0 and not leaving then
	local ahead = 0
	for _, p in pairs(others) do
		if p.ticket > 0 and p.turn + GRACE >= bucketTime and (ticket == 0 or p.ticket < ticket) then
			ahead = ahead + 1
		end
	end
	-- Tokens are handed out a little before they are due, up to the horizon, so
	-- that none lies idle while a process asks for it.
	local parts = tokens * TOKEN + part + horizon * rate
	local pool = math.max(math.floor(parts / TOKEN), math.floor(horizon * rate / TOKEN / 2))
	local fair = math.min(want, math.max(1, math.floor(pool / active)))
	local missing = fair * (1 + ahead) * TOKEN - parts
	if missing <= 0 then
		granted, ticket, turn = fair, 0, 0
		tokens = tokens - granted
	else
		wait = math.ceil(missing / rate)
		turn = bucketTime + wait
		if ticket == 0 then
			tickets = tickets + 1
			ticket = tickets
		end
	end
else
	ticket, turn = 0, 0
end

redis.call('HSET', key, 'layout', LAYOUT, 'epoch', state.epoch, 'run', run, 'time', whole(bucketTime),
	'offset', whole(offset), 'lost', whole(lost), 'tokens', whole(tokens), 'part', whole(part), 'tickets', whole(tickets))
if leaving then
	redis.call('HDEL', key, 'p:' .. id)
else
	-- The settings kept are the process's own, not what they come to for all.
	redis.call('HSET', key, 'p:' .. id, table.concat({whole(call), whole(kept + granted), whole(ticket), whole(turn),
		whole(bucketTime), ARGV[5], ARGV[6], ARGV[7], ARGV[8]}, ' '))
end
for name, p in pairs(others) do
	if p.seen < bucketTime - FORGET then redis.call('HDEL', key, name) end
end
redis.call('PEXPIRE', key, KEEP)
return {0, state.epoch, bucketTime, lost, granted, debt, rate, life, wait, active, run ~= '' and 1 or 0}
