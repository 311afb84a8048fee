/** What a route says of itself beside its schemas, as fields of its detail. */
import type { Json, JsonObject } from './openapi-components.ts';

/** The tool that agents are offered of an operation; a route has its own as `agent` of its detail. */
export interface AgentOffer {
  readonly tool: string;
  /** `reads`: changes nothing; `adds`: takes nothing away; `changes`: overwrites or removes what was there. */
  readonly effect: 'reads' | 'adds' | 'changes';
  /** Doing it twice is as doing it once. Default: of what reads or changes. */
  readonly isRepeatable?: boolean;
  /** People or a platform elsewhere notice it. Default: of what adds or changes. */
  readonly reachesOut?: boolean;
  /** Fields of the answer that agents do not get, wherever they are in it. */
  readonly withholds?: readonly string[];
}

/** What a route says its body and its answer look like, as `example` of its detail; default: made of the schemas. */
export interface RouteExample {
  readonly body?: Json;
  readonly answer?: Json;
}

/** A header that an operation reads by hand; a route lists its own as `requestHeaders` of its detail. */
export interface RequestHeader {
  readonly name: string;
  readonly description: string;
  /** JSON Schema; default: a text. */
  readonly schema?: JsonObject;
  readonly example?: Json;
  /** Default: whatever the method of the route is. */
  readonly methods?: readonly string[];
}
