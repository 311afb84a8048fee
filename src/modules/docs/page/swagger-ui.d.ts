/** The part of Swagger UI that is used; its script makes the global. */
interface SwaggerUI {
  getSystem(): SwaggerSystem;
  preauthorizeApiKey(name: string, credential: string): void;
}

interface SwaggerSystem {
  readonly React: SwaggerReact;
  readonly specActions: { updateJsonSpec(document: object): void };
  readonly layoutActions: { show(path: readonly string[], isShown: boolean): void };
  readonly authActions: { logout(names: readonly string[]): void };
}

/** An element that React makes and gets back. */
interface SwaggerElement {
  readonly type: unknown;
}
type SwaggerNode = SwaggerElement | string | null | readonly SwaggerNode[];
type SwaggerComponent = (properties: never) => SwaggerNode;

interface SwaggerReact {
  createElement(
    type: string | SwaggerComponent,
    properties: object | null,
    ...children: readonly SwaggerNode[]
  ): SwaggerElement;
}

interface SwaggerPlugin {
  readonly components?: Readonly<Record<string, SwaggerComponent>>;
  readonly wrapComponents?: Readonly<
    Record<string, (original: SwaggerComponent) => SwaggerComponent>
  >;
  readonly fn?: object;
  readonly statePlugins?: object;
}

declare function SwaggerUIBundle(options: {
  readonly dom_id: string;
  readonly spec: object;
  readonly plugins: readonly ((system: SwaggerSystem) => SwaggerPlugin)[];
  readonly [option: string]: unknown;
}): SwaggerUI;
