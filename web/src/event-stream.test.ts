import { expect, test } from 'vitest';
import { readEvents, type StreamEvent } from './event-stream';

test('events are read however they are cut', async () => {
  const bytes = new TextEncoder().encode(
    'event: a\ndata: {"text":"é"}\n\n:\n\nevent: b\ndata: 2\n\nevent: c\ndata: 3',
  );
  for (const size of [1, 7, 1000]) {
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size));
        controller.close();
      },
    });
    const found: StreamEvent[] = [];
    for await (const event of readEvents(stream)) found.push(event);
    // The last one was cut off.
    expect(found).toEqual([
      { name: 'a', data: '{"text":"é"}' },
      { name: 'b', data: '2' },
    ]);
  }
});
