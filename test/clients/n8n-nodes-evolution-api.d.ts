/** The node's package comes without types. */
declare module 'n8n-nodes-evolution-api/dist/nodes/EvolutionApi/EvolutionApi.node.js' {
  export class EvolutionApi {
    readonly description: { readonly properties: readonly { readonly name: string }[] };
    // biome-ignore lint/suspicious/noExplicitAny: whatever the operation gives out.
    execute(this: unknown): Promise<any[][]>;
  }
}
