// The one connection for events that all tabs share: a browser has only six connections for a server, for all
// tabs together. Runs as a shared worker, which ends with the last tab.

import { FeedConnection } from './feed-connection';

interface Tab {
  post: (message: unknown) => void;
}

const tabs = new Set<Tab>();
let token: string | null = null;
const connection = new FeedConnection((message) => tabs.forEach((tab) => tab.post(message)));

addEventListener('connect', (event) => {
  const [port] = (event as MessageEvent).ports;
  if (!port) return;
  const tab: Tab = { post: (message) => port.postMessage(message) };
  tabs.add(tab);
  port.onmessage = ({ data }: MessageEvent<{ token: string | null } | 'bye'>) => {
    if (data === 'bye') {
      tabs.delete(tab);
      if (tabs.size === 0) connection.close();
    } else {
      // A tab that comes back from the browser's cache says hello again.
      tabs.add(tab);
      if (data.token !== token || !connection.isOpen()) {
        token = data.token;
        connection.open(token);
      } else {
        tab.post({ kind: 'state', up: connection.isUp() });
        tab.post({ kind: 'reset' });
      }
    }
  };
});
