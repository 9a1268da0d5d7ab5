// The model of package simulate, for the browser. It is the same, statement by statement, as simulate.go, model.go and
// parts.go: a test compares what the two give, to the last digit.
"use strict";

const simulate = (() => {
  const scenarios = { outage: 0, restart: 1, storm: 2 };
  const [outage, restart, storm] = [0, 1, 2];
  const outageLength = 600, stormLength = 60, longestRun = 3600, stormFactor = 10, mostEvents = 400000, tiny = 1e-9, goldenRatio = 0.6180339887498949, fewControllers = 32;
  const [retryDue, requestDue, requestDone, reconciled, tokenDue, changed, probed] = [0, 1, 2, 3, 4, 5, 6];

  function capacity(p, l) {
    let workers = 0, global = Infinity, client = Infinity;
    for (const g of p.groups) workers += g.controllers * g.workers;
    workers = l.reconcile === 0 ? Infinity : workers / l.reconcile;
    if (p.global && p.groups.every((g) => g.wrapped)) global = p.global.rate;
    if (p.client && l.requests > 0) client = p.client.rate / l.requests;
    return { workers, global, client };
  }

  function limit(p, l) {
    const { workers, global, client } = capacity(p, l);
    return Math.min(workers, Math.min(global, client));
  }

  function retries(p) {
    let most = 0;
    for (const g of p.groups) {
      let n = 1, delay = Math.max(g.base, 1e-6);
      for (let at = 0; at < outageLength; n++) {
        at += Math.min(delay, g.longest);
        delay *= 2;
      }
      most = Math.max(most, n);
    }
    return most;
  }

  function scaleOf(p, l, s) {
    const most = Math.min(limit(p, l), 1e9);
    let reconciles = 0;
    if (s === outage) reconciles = Math.min(most * outageLength, l.objects * retries(p));
    if (s === restart) reconciles = l.objects;
    if (s === storm) reconciles = most * stormLength * (stormFactor + 1) + l.objects;
    let perReconcile = 3;
    if (p.client) perReconcile += 2 * l.requests;
    return Math.max(1, Math.ceil(reconciles * perReconcile / mostEvents));
  }

  function newBucket(b, times) {
    if (!b) return null;
    const burst = Math.max(1, b.burst * times);
    return { rate: b.rate * times, burst, tokens: Math.min(b.start * times, burst), last: 0 };
  }

  function fill(b, now) {
    b.tokens = Math.min(b.burst, b.tokens + (now - b.last) * b.rate);
    b.last = now;
  }

  function reserve(b, now) {
    fill(b, now);
    b.tokens--;
    return b.tokens > -tiny ? 0 : -b.tokens / b.rate;
  }

  function until(b, now) {
    fill(b, now);
    return b.tokens > 1 - tiny ? 0 : (1 - b.tokens) / b.rate;
  }

  class Fifo {
    constructor() { this.items = []; this.first = 0; }
    get length() { return this.items.length - this.first; }
    push(i) { this.items.push(i); }
    pop() {
      if (this.first === this.items.length) return -1;
      const i = this.items[this.first++];
      if (this.first > 1024 && this.first * 2 > this.items.length) {
        this.items = this.items.slice(this.first);
        this.first = 0;
      }
      return i;
    }
  }

  class Heap {
    constructor() { this.events = []; }
    get length() { return this.events.length; }
    before(i, j) {
      const a = this.events[i], b = this.events[j];
      return a.at < b.at || (a.at === b.at && a.seq < b.seq);
    }
    swap(i, j) { [this.events[i], this.events[j]] = [this.events[j], this.events[i]]; }
    push(e) {
      this.events.push(e);
      for (let i = this.events.length - 1; i > 0;) {
        const parent = (i - 1) >> 1;
        if (!this.before(i, parent)) return;
        this.swap(i, parent);
        i = parent;
      }
    }
    pop() {
      const first = this.events[0], end = this.events.pop();
      if (this.events.length === 0) return first;
      this.events[0] = end;
      for (let i = 0; ;) {
        let least = i;
        for (const child of [2 * i + 1, 2 * i + 2]) {
          if (child < this.events.length && this.before(child, least)) least = child;
        }
        if (least === i) return first;
        this.swap(i, least);
        i = least;
      }
    }
  }

  function grow(list, i) {
    while (list.length <= i) list.push(0);
  }

  function run(p, l, s) {
    const scale = scaleOf(p, l, s);
    const objects = Math.max(1, Math.round(l.objects / scale));
    let controllers = 0;
    for (const g of p.groups) controllers += g.controllers;
    const pools = [], first = [];
    p.groups.forEach((g, index) => {
      first.push(pools.length);
      const each = scale === 1 && controllers <= fewControllers;
      const members = each ? 1 : g.controllers;
      for (let i = 0; i < (each ? g.controllers : 1); i++) {
        pools.push({
          ...g, controllers: members, index,
          free: Math.max(1, Math.round(members * g.workers / scale)),
          limiter: newBucket(g.bucket, members / scale),
          urgent: new Fifo(), low: new Fifo(), waiting: new Fifo(), claims: 0, served: 0,
        });
      }
    });
    const client = newBucket(p.client, 1 / scale), global = newBucket(p.global, 1 / scale);
    const requeues = Boolean(p.global && p.global.requeues), atQueue = Boolean(p.global && p.global.atQueue);
    const stormRate = stormFactor * Math.min(limit(p, l), 1e6) / scale;
    const items = [];
    const share = pools.map(() => 0);
    for (let i = 0; i < objects; i++) {
      let best = 0;
      for (let g = 0; g < pools.length; g++) {
        share[g] += pools[g].controllers / controllers;
        if (share[g] > share[best]) best = g;
      }
      share[best]--;
      items.push({ pool: best, failures: 0, pendingAt: -1, left: 0, dirty: false, processing: false, low: true, passes: false, well: false, probe: -1 });
    }
    const events = new Heap();
    const second = [];
    const out = {
      bin: s === storm ? 1 : 10, reconciles: [], byGroup: p.groups.map(() => []), requests: [], waiting: [], probes: [],
      recovered: -1, most: 0, total: 0, scale,
    };
    let now = 0, seq = 0, sick = s === storm ? 0 : objects, backOff = 0, granting = false, changes = 0, unseen = 0;

    const probeEvery = s === storm ? 5 : 60;
    const plan = (at, kind, item) => { seq++; events.push({ at, seq, kind, item }); };
    const bin = () => Math.trunc(now / out.bin);
    const close = (at) => {
      while ((out.waiting.length + 1) * out.bin <= at) out.waiting.push(backOff * scale);
    };
    const requested = (n) => {
      grow(out.requests, bin());
      out.requests[bin()] += n * scale / out.bin;
    };
    const count = (g) => {
      grow(out.reconciles, bin());
      out.reconciles[bin()] += scale / out.bin;
      grow(out.byGroup[g], bin());
      out.byGroup[g][bin()] += scale / out.bin;
      grow(second, Math.trunc(now));
      second[Math.trunc(now)] += scale;
      out.total += scale;
    };
    const add = (i) => {
      const it = items[i], pool = pools[it.pool];
      if (pool.priority && it.pendingAt >= 0) {
        it.pendingAt = -1;
        backOff--;
      }
      if (it.dirty) return;
      it.dirty = true;
      if (it.processing) return;
      enqueue(pool, i);
      dispatch(it.pool);
    };
    const enqueue = (pool, i) => (pool.priority && items[i].low ? pool.low : pool.urgent).push(i);
    const dispatch = (g) => {
      const pool = pools[g];
      if (global && atQueue && pool.wrapped) {
        claim(pool);
        return;
      }
      while (pool.free > 0) {
        const i = take(pool);
        if (i < 0) return;
        start(i);
      }
    };
    const take = (pool) => {
      let i = pool.urgent.pop();
      if (i < 0) i = pool.low.pop();
      if (i < 0) return i;
      items[i].dirty = false;
      items[i].processing = true;
      pool.free--;
      return i;
    };
    const claim = (pool) => {
      while (pool.claims < Math.min(pool.free, pool.urgent.length + pool.low.length)) {
        join(pool);
        pool.claims++;
      }
      grant();
    };
    const waits = (pool) => pool.waiting.length > 0 || pool.claims > 0;
    const join = (pool) => {
      if (!waits(pool)) pool.served = Math.max(pool.served, leastServed());
    };
    const start = (i) => {
      const it = items[i], pool = pools[it.pool];
      if (!global || !pool.wrapped || it.passes) {
        it.passes = false;
        reconcile(i);
      } else if (requeues) {
        const wait = reserve(global, now);
        if (wait > 0) {
          it.passes = true;
          giveBack(i);
          it.failures = 0;
          later(i, wait);
          return;
        }
        reconcile(i);
      } else {
        join(pool);
        pool.waiting.push(i);
        grant();
      }
    };
    const leastServed = () => {
      let least = Infinity;
      for (const pool of pools) if (waits(pool)) least = Math.min(least, pool.served);
      return least === Infinity ? 0 : least;
    };
    const grant = () => {
      while (!granting) {
        let best = -1;
        for (let g = 0; g < pools.length; g++) {
          if (waits(pools[g]) && (best < 0 || pools[g].served < pools[best].served)) best = g;
        }
        if (best < 0) return;
        const wait = until(global, now);
        if (wait > 0) {
          granting = true;
          plan(now + wait, tokenDue, 0);
          return;
        }
        reserve(global, now);
        pools[best].served += 1 / pools[best].controllers;
        let i = pools[best].waiting.pop();
        if (i < 0) {
          pools[best].claims--;
          i = take(pools[best]);
        }
        reconcile(i);
      }
    };
    const reconcile = (i) => {
      const it = items[i];
      count(pools[it.pool].index);
      if (it.probe >= 0 && out.probes[it.probe].wait < 0) {
        out.probes[it.probe].wait = now - out.probes[it.probe].at;
        unseen--;
      }
      if (!client || l.requests === 0) {
        requested(l.requests);
        plan(now + l.reconcile, reconciled, i);
        return;
      }
      it.left = l.requests;
      next(i);
    };
    const next = (i) => {
      const it = items[i];
      if (it.left === 0) {
        finish(i);
        return;
      }
      it.left--;
      plan(now + reserve(client, now), requestDue, i);
    };
    const finish = (i) => {
      const it = items[i];
      release(i);
      if (s === outage && now < outageLength && (i * goldenRatio) % 1 < l.failing) {
        const pool = pools[it.pool];
        let wait = Math.min(pool.base * Math.pow(2, it.failures), pool.longest);
        it.failures++;
        if (pool.limiter) wait = Math.max(wait, reserve(pool.limiter, now));
        later(i, wait);
        return;
      }
      it.failures = 0;
      if (it.probe < 0 && !it.well && s !== storm) {
        it.well = true;
        sick--;
        if (sick === 0) out.recovered = now;
      }
    };
    const release = (i) => {
      giveBack(i);
      dispatch(items[i].pool);
    };
    const giveBack = (i) => {
      const it = items[i], pool = pools[it.pool];
      it.processing = false;
      pool.free++;
      if (it.dirty) enqueue(pool, i);
    };
    const later = (i, wait) => {
      const it = items[i];
      if (wait <= 0) {
        add(i);
        return;
      }
      const at = now + wait;
      if (it.pendingAt >= 0) {
        if (it.pendingAt <= at) return;
        backOff--;
      }
      it.pendingAt = at;
      backOff++;
      plan(at, retryDue, i);
    };
    const idle = () => backOff === 0 && pools.every((q) => q.urgent.length + q.low.length + q.waiting.length === 0);
    const over = () => {
      if (unseen > 0) return false;
      if (s === outage) return sick === 0 && now > outageLength + 30;
      if (s === restart) return sick === 0 && now > 30;
      return now > stormLength && idle();
    };
    const happen = (e) => {
      switch (e.kind) {
        case retryDue:
          if (items[e.item].pendingAt === e.at) {
            items[e.item].pendingAt = -1;
            backOff--;
            add(e.item);
          }
          break;
        case requestDue:
          requested(1);
          plan(now + l.reconcile / l.requests, requestDone, e.item);
          break;
        case requestDone: next(e.item); break;
        case reconciled: finish(e.item); break;
        case tokenDue: granting = false; grant(); break;
        case changed:
          if (now < stormLength) {
            const i = changes % objects;
            changes++;
            add(i);
            plan(changes / stormRate, changed, 0);
          }
          break;
        case probed: {
          const i = items.length;
          items.push({ pool: first[out.probes.length % first.length], failures: 0, pendingAt: -1, left: 0, dirty: false, processing: false, low: false, passes: false, well: false, probe: out.probes.length });
          out.probes.push({ at: now, wait: -1 });
          unseen++;
          add(i);
          if (now + probeEvery < longestRun) plan(now + probeEvery, probed, 0);
        }
      }
    };

    if (s === storm) plan(0, changed, 0);
    else for (let i = 0; i < objects; i++) add(i);
    plan(probeEvery / 2, probed, 0);
    while (events.length > 0) {
      const e = events.pop();
      if (e.at > longestRun) break;
      close(e.at);
      now = e.at;
      happen(e);
      if (over()) break;
    }
    close(now + out.bin);

    const n = out.waiting.length;
    for (const list of [out.reconciles, out.requests, ...out.byGroup]) {
      grow(list, n - 1);
      list.length = n;
    }
    for (const x of second) out.most = Math.max(out.most, x);
    return out;
  }

  return { run, capacity, scenarios };
})();
