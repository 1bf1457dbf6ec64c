/** What an element has; false and undefined: not there, true: there without a value. */
export type Attributes = Record<string, string | number | boolean | undefined>

/** What an element does on an event of that name. `mounted` is no event: called once, when the element is in the page. */
export type Reactions = { mounted?: (element: HTMLElement) => void } & {
  on?: Record<string, (event: Event) => void>
}

/** An element as it should be. The same key under the same parent means the same element of the page. */
export type VNode = {
  tag: string
  key: string | undefined
  attributes: Attributes
  children: (VNode | string)[]
  reactions: Reactions
}

/** What can stand inside an element. Text is only ever text. */
export type Child = VNode | string | number | false | null | undefined | Child[]

/** Describes an element. `key` among the attributes is its key. */
export function h(
  tag: string,
  { key, ...attributes }: Attributes = {},
  children: Child = [],
  reactions: Reactions = {},
): VNode {
  return {
    tag,
    key: key === undefined ? undefined : String(key),
    attributes,
    children: flatten(children),
    reactions,
  }
}

/** Describes what happens on a click. */
export function onClick(run: () => void): Reactions {
  return { on: { click: run } }
}

function flatten(child: Child): (VNode | string)[] {
  if (Array.isArray(child)) return child.flatMap(flatten)
  if (child === null || child === undefined || child === false) return []
  return [typeof child === 'number' ? String(child) : child]
}
