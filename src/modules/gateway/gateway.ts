/** Adds the zone of instances to the service, and what counts and shows their events. */
import type { Config } from '../../core/config/config.ts';
import type { ModuleParts } from '../../module.ts';
import type { Gateway, GatewayDeps } from '../../offers.ts';
import { createGatewayAudit } from './audit/audit.ts';
import { createCounting } from './counting.ts';
import { instanceEvents } from './event/documented.ts';
import { JOINABLE_FIGURES } from './figures/rows.ts';
import { createLive } from './live/live.ts';
import { liveSockets } from './live/sockets.ts';
import { serveGateway } from './served.ts';

export const GATEWAY_PARTS: ModuleParts = { joinable: JOINABLE_FIGURES, gateway: createGateway };

function createGateway(config: Config, deps: GatewayDeps): Gateway {
  const audit = createGatewayAudit({
    ...deps,
    hours: config.auditRetentionHours,
    isAlone: deps.node === null,
    node: deps.node?.membership.node ?? null,
  });
  const live = createLive({
    ...deps,
    facts: deps.formatFacts,
    mediaInBodies: config.webhookFiles,
    socketLimits: { perKey: config.websocketsPerKey, total: config.websocketsMax },
  });
  const counting = createCounting({ ...deps, instancesMax: config.metricsInstancesMax });
  const { feed } = live;
  const { metrics, figures } = counting;
  return {
    feed,
    observer: counting.observer,
    websocket: liveSockets(feed),
    answered: metrics.answered,
    limitReached: metrics.limitReached,
    events: instanceEvents,
    committed(event) {
      counting.committed(event);
      feed.committed(event);
    },
    prepare: () => audit.start(),
    start() {
      figures.start();
      metrics.start();
    },
    close(spreadMs) {
      metrics.stop();
      return feed.close(spreadMs);
    },
    stop: () => figures.stop(),
    end: () => audit.stop(),
    serve: (context) => serveGateway(config, context, { ...counting, audit, live }),
  };
}
