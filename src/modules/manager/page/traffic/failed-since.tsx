/** Redelivers all discarded deliveries since a time. The page shows their number first. */
import { type AnswerTo, ApiFailure, type GatewayApi, query } from '../api.ts';
import { askToConfirm } from '../components/dialog.tsx';
import { type Filled, Form, TextField } from '../components/form.tsx';
import { failureText } from '../components/status.tsx';
import { useApi } from '../gateway/api-context.ts';
import { texts } from '../texts.ts';
import { isoOf } from './filters.tsx';

/** `name` is that of an instance, or null for all instances. */
export function FailedSince({ name, done }: { name: string | null; done: () => void }) {
  const api = useApi();
  const { traffic } = texts();
  const send = async ({ since = '' }: Filled) => {
    const times = { from: isoOf(since), to: new Date().toISOString() };
    const search = query({ state: 'discarded', ...times, instance: name ?? '' });
    const { count, isMore, instances } = (await api.get(`/delivery/count${search}`)) as AnswerTo<
      'GET',
      '/delivery/count'
    >;
    if (count === 0) return traffic.noneFailed;
    const isSure = await askToConfirm({
      title: traffic.redeliverQuestion(count, isMore),
      text: traffic.redeliverText(instances.length),
      action: traffic.redeliverAll,
    });
    if (!isSure) return traffic.nothingSent;
    const { sent, problems } = await redeliverEach(api, instances, times);
    done();
    const [first] = problems;
    if (first === undefined) return `${traffic.manyOnTheirWay(sent)}.`;
    const refused = traffic.refused(problems.length, instances.length, first);
    throw new ApiFailure({ message: `${traffic.manyOnTheirWay(sent)}. ${refused}` });
  };
  return (
    <details class="card">
      <summary>{traffic.againTitle}</summary>
      <p class="hint">{traffic.againHint}</p>
      <Form class="inline" submit={traffic.redeliverFailed} onSubmit={send}>
        <TextField label={traffic.failedSince} name="since" type="datetime-local" required />
      </Form>
    </details>
  );
}

/** An instance that refuses does not stop the others. */
async function redeliverEach(
  api: GatewayApi,
  instances: readonly { readonly instanceName: string }[],
  times: { readonly from: string; readonly to: string },
) {
  let sent = 0;
  const problems: string[] = [];
  for (const { instanceName } of instances) {
    try {
      const { redelivering } = await api.call('POST', '/delivery/redeliver/{instanceName}', {
        params: { instanceName },
        body: { state: 'discarded', ...times },
      });
      sent += redelivering;
    } catch (error) {
      problems.push(`${instanceName}: ${failureText(error)}`);
    }
  }
  return { sent, problems };
}
