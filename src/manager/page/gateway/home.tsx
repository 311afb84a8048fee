/** All instances, and making one. */
import { Old } from '../bridge.tsx';
import { channelsCard } from '../channels.js';
import { Card, Page } from '../components/layout.tsx';
import { FailureLine } from '../components/status.tsx';
import { createSearch } from '../finder.js';
import { statusLine } from '../forms.js';
import { useFresh } from '../fresh.ts';
import { ALL_DELIVERIES } from '../links.ts';
import { nodesCard } from '../nodes.js';
import { overview } from '../overview.js';
import { keepFresh } from '../poll.ts';
import { texts } from '../texts.ts';
import { useApi } from './api-context.ts';
import { CreateForm } from './create-form.tsx';
import { StartFromNothing } from './start.tsx';

/** How soon it is seen that somebody else has made the first instance, in ms. */
const RARELY_MS = 10_000;

export function Home() {
  const api = useApi();
  const all = useFresh(
    (signal) => api.call('GET', '/instance/overview', { query: { limit: 1 }, signal }),
    [api],
    RARELY_MS,
  );
  if (all.value === null) return <FailureLine failure={all.failure} />;
  return all.value.totals.instances === 0 ? <StartFromNothing /> : <Instances />;
}

function Instances() {
  const api = useApi();
  const { instances } = texts();
  return (
    <Page title={instances.title} actions={<a href={ALL_DELIVERIES}>{instances.allDeliveries}</a>}>
      <div class="with-aside">
        <Old open={(signal) => openOverview(api, signal)} inputs={[api]} />
        <div>
          <Card title={instances.newTitle}>
            <CreateForm />
          </Card>
          <Old
            open={(signal) => ({
              elements: [channelsCard({ api, signal }), nodesCard({ api, signal })],
            })}
            inputs={[api]}
          />
        </div>
      </div>
    </Page>
  );
}

function openOverview(api: ReturnType<typeof useApi>, signal: AbortSignal) {
  const status = statusLine();
  let refresh = () => {};
  const search = createSearch(() => refresh());
  const view = overview(search);
  refresh = keepFresh({ signal, status }, async () => {
    view.update(await api.call('GET', '/instance/overview', { query: search.query(), signal }));
  });
  return { elements: [status.element, view.element] };
}
