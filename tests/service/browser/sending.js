async ({Sync}, faults) => {
    // A server that keeps events as ours does, and whose connection breaks as the faults say. With
    // "poison" one of the events is one that it never takes.
    const POISON = 99;
    const added = faults.includes("poison") ? [1, POISON, 2, 3] : [1, 2, 3];
    faults = faults.filter((fault) => fault !== "poison");
    const stored = [{id: "s", kind: "started", body: {}, position: 1}];
    const problem = (status, body = {}) => Object.assign(new Error("problem"), {status, body, retryAfter: 0});
    const put = (events) => events.forEach((event) => {
        if (!stored.some(({id}) => id === event.id)) stored.push({...event, position: stored.length + 1});
    });
    const server = {
        load: async () => ({events: stored.slice()}),
        send: async (expected, events) => {
            const fault = faults.shift();
            if (fault === "before") throw problem(0);
            const known = events.every((event) => stored.some(({id}) => id === event.id));
            if (fault === "other") put([{id: `o${stored.length}`, kind: "hinted", body: {}}]);
            if (events.some(({body}) => body.changes[0][2] === POISON)) throw problem(422);
            if (expected !== stored.length && !known)
                throw problem(409, {events: stored.slice(expected)});
            put(events);
            if (fault === "after") throw problem(0);
            return {position: stored.find(({id}) => id === events.at(-1).id).position};
        },
    };
    const sync = new Sync("test" + Math.random(), await server.load(), server);
    sync.wait_s = 0.01;
    let aside = 0;
    sync.addEventListener("aside", () => (aside += 1));
    for (const value of added) {
        sync.add("changed", {changes: [["r1c1", "digit", value]], by: "me"});
        await new Promise((done) => setTimeout(done, 5));
        sync.wait_s = 0.01;
    }
    for (let tries = 0; tries < 500 && sync.waiting.length; tries += 1)
        await new Promise((done) => setTimeout(done, 10));
    // What somebody else did last is known after a look, as when the person turns to the window.
    while (sync.sending) await sync.sending;
    await sync.flush("and look");
    const values = stored.filter(({kind}) => kind === "changed").map(({body}) => body.changes[0][2]);
    const same = JSON.stringify(sync.confirmed.map(({id}) => id)) === JSON.stringify(stored.map(({id}) => id));
    return {values, same, aside, state: sync.state, digit: sync.game.digits.r1c1, hints: sync.game.hints, waiting: sync.waiting.length};
}
