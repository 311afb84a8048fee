/** Descriptions of a route, which it declares in its detail beside its schemas. */
import type { Json, JsonObject } from './openapi-components.ts';

/** An operation as a tool for agents, in `agent` of the detail of its route. */
export interface AgentOffer {
  readonly tool: string;
  /** `reads` changes nothing, `adds` takes nothing away, `changes` overwrites or removes. */
  readonly effect: 'reads' | 'adds' | 'changes';
  /** Whether a repetition has no further effect. By default true for what reads or changes. */
  readonly isRepeatable?: boolean;
  /** Whether people or a platform notice it. By default true for what adds or changes. */
  readonly reachesOut?: boolean;
  /** Fields of the answer that agents do not get, wherever they are in it. */
  readonly withholds?: readonly string[];
}

/** An example of the body and the answer, in `example` of the detail; by default made of the schemas. */
export interface RouteExample {
  readonly body?: Json;
  readonly answer?: Json;
}

/** A header that an operation reads by itself, in `requestHeaders` of the detail. */
export interface RequestHeader {
  readonly name: string;
  readonly description: string;
  /** A JSON Schema; by default a text. */
  readonly schema?: JsonObject;
  readonly example?: Json;
  /** By default all methods of the route. */
  readonly methods?: readonly string[];
}
