/** All instances, and making one. */
import { Card, Page } from '../components/layout.tsx';
import { FailureLine } from '../components/status.tsx';
import { ALL_DELIVERIES } from '../links.ts';
import { usePolledQuery } from '../polled-query.ts';
import { texts } from '../texts.ts';
import { FiguresCard } from '../traffic/figures.tsx';
import { useApi } from './api-context.ts';
import { Channels } from './channels.tsx';
import { CreateForm } from './create-form.tsx';
import { Nodes } from './nodes.tsx';
import { Overview } from './overview.tsx';
import { StartFromNothing } from './start.tsx';

/** The ms after which the page notices that somebody else has made the first instance. */
const RARELY_MS = 10_000;

export function Home() {
  const api = useApi();
  const all = usePolledQuery(
    (signal) => api.call('GET', '/instance/overview', { query: { limit: 1 }, signal }),
    [api],
    RARELY_MS,
  );
  if (all.value === null) return <FailureLine failure={all.failure} />;
  return all.value.totals.instances === 0 ? <StartFromNothing /> : <Instances />;
}

function Instances() {
  const { instances } = texts();
  return (
    <Page title={instances.title} actions={<a href={ALL_DELIVERIES}>{instances.allDeliveries}</a>}>
      <div class="with-aside">
        <div>
          <Overview />
          <FiguresCard name={null} />
        </div>
        <div>
          <Card title={instances.newTitle}>
            <CreateForm />
          </Card>
          <Channels />
          <Nodes />
        </div>
      </div>
    </Page>
  );
}
