// What the scripted models of the examples have in common: a play of turns, and what the model was sent between them.
//
// A turn is `{ calls: [{ name, input }], before? }` or `{ text }`. `before` runs when the model is asked for that turn: it's
// where the world changes between two calls. A play knows no framework; each example's scripted.mjs speaks its vendor's.

/** @returns {{ next(sent: {text: string, isError?: boolean}[]): Promise<object>, sent: {text: string, isError?: boolean}[][] }} */
export function play(turns) {
  const sent = [];
  let at = 0;
  return {
    /** The tool results that came back for each turn of calls, as the model was sent them. */
    sent,
    /** The next turn; `results` are those of the turn before. */
    async next(results) {
      if (at > 0) sent.push(results);
      const turn = turns[at++];
      if (!turn) throw new Error(`the script has ${turns.length} turns, and was asked for one more`);
      await turn.before?.();
      return { ...turn, calls: (turn.calls ?? []).map((call, index) => ({ id: `call_${at}_${index}`, ...call })) };
    },
  };
}

/** An HTTP server on this machine alone that answers each POST with what `answer(body)` gives, as JSON. */
export async function loopback(answer) {
  const { createServer } = await import('node:http');
  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    try {
      const body = await answer(JSON.parse(Buffer.concat(chunks).toString()), request.url);
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    } catch (error) {
      response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ error: { type: 'invalid_request_error', message: error.message } }));
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => new Promise((resolve) => {
    server.close(resolve);
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${server.address().port}`, close };
}
