/** All instances, and making one. */
import { openDialog } from '../components/dialog.tsx';
import { Page } from '../components/layout.tsx';
import { FailureLine } from '../components/status.tsx';
import { ALL_DELIVERIES, SERVICE } from '../links.ts';
import { texts } from '../texts.ts';
import { FiguresCard } from '../traffic/figures.tsx';
import { ApiContext, useAnswer, useApi } from './api-context.ts';
import { Channels } from './channels.tsx';
import { CreateForm } from './create-form.tsx';
import { Nodes } from './nodes.tsx';
import { Overview } from './overview.tsx';
import { StartFromNothing } from './start.tsx';

/** The ms after which the page notices that somebody else has made the first instance. */
const RARELY_MS = 10_000;

export function Home() {
  const all = useAnswer('/instance/overview', { query: { limit: 1 } }, RARELY_MS);
  if (all.value === null) return <FailureLine failure={all.failure} />;
  return all.value.totals.instances === 0 ? <StartFromNothing /> : <Instances />;
}

function Instances() {
  const api = useApi();
  const { instances, service } = texts();
  // The dialog is outside of this view; it closes when the address becomes that of the new instance.
  const form = (close: () => void) => (
    <ApiContext.Provider value={api}>
      <CreateForm close={close} />
    </ApiContext.Provider>
  );
  const actions = (
    <>
      <a href={SERVICE}>{service.title}</a>
      <a href={ALL_DELIVERIES}>{instances.allDeliveries}</a>
      <button
        type="button"
        class="primary"
        aria-haspopup="dialog"
        onClick={() => void openDialog({ title: instances.newTitle, body: form })}
      >
        {instances.newTitle}
      </button>
    </>
  );
  return (
    <Page title={instances.title} actions={actions}>
      <Channels isTrouble />
      <Nodes isTrouble />
      <Overview />
      <FiguresCard name={null} />
    </Page>
  );
}
