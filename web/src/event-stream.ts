// Server-sent events as the answer to a request, which EventSource cannot send.

export interface StreamEvent {
  name: string;
  data: string;
}

/** The events of a stream of bytes, as they come. */
export async function* readEvents(bytes: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent> {
  const decoder = new TextDecoder();
  const reader = bytes.getReader();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    text += decoder.decode(value, { stream: true });
    const parts = text.split('\n\n');
    text = parts.pop() ?? '';
    for (const part of parts) {
      const event: StreamEvent = { name: 'message', data: '' };
      for (const line of part.split('\n')) {
        if (line.startsWith('event: ')) event.name = line.slice('event: '.length);
        else if (line.startsWith('data: ')) event.data += line.slice('data: '.length);
      }
      // What keeps the connection alive has no data.
      if (event.data !== '') yield event;
    }
  }
}
