// @ts-check
// Reads an event stream from a fetch answer, because EventSource cannot send a ticket in a header.

/** @typedef {{ id: string, event: string, data: string }} Message a keep-alive comment comes as event "" */

/** @param {ReadableStream<Uint8Array>} body @returns {AsyncGenerator<Message>} */
export async function* messages(body) {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      const blocks = (rest + decoder.decode(value, { stream: true })).replace(/\r\n/g, "\n").split("\n\n");
      rest = blocks.pop() ?? "";
      for (const block of blocks) yield parse(block);
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

/** @param {string} block @returns {Message} */
function parse(block) {
  const message = { id: "", event: "", data: "" };
  for (const line of block.split("\n")) {
    const colon = line.indexOf(":");
    if (colon < 1) continue;
    const value = line.slice(colon + 1).replace(/^ /, "");
    const name = line.slice(0, colon);
    if (name === "data") message.data += (message.data ? "\n" : "") + value;
    else if (name === "id") message.id = value;
    else if (name === "event") message.event = value;
  }
  return message;
}
