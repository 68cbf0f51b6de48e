// Work in the order in which it was asked for: clicks that come before the server has answered wait for their turn.

export function inOrder(): (work: () => Promise<unknown>) => Promise<unknown> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    last = last.then(work, work);
    return last;
  };
}
