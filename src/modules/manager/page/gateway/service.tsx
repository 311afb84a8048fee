/** The service as its operator sees it: its channels and its nodes. */
import { Page } from '../components/layout.tsx';
import { texts } from '../texts.ts';
import { Channels } from './channels.tsx';
import { Nodes } from './nodes.tsx';

export function ServiceView() {
  const { service, traffic } = texts();
  return (
    <Page title={service.title}>
      <p>
        <a href="#/">{traffic.allInstances}</a>
      </p>
      <div class="columns">
        <Channels />
        <Nodes />
      </div>
    </Page>
  );
}
