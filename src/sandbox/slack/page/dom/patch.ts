import { setAttributes } from './attributes.ts'
import type { Reactions, VNode } from './h.ts'

const svgSpace = 'http://www.w3.org/2000/svg'

/** What each node of the page was last made of. */
const shown = new WeakMap<Node, VNode | string>()

/**
 * Makes the children of an element what they should be. A child keeps its element where key (or tag and place) are the
 * same, and so keeps focus, scroll position and half-typed text.
 */
export function patch(parent: Element, children: (VNode | string)[]): void {
  const mounted: (() => void)[] = []
  patchChildren(parent, children, mounted)
  for (const run of mounted) run()
}

function patchChildren(parent: Element, children: (VNode | string)[], mounted: (() => void)[]): void {
  const old = keyed([...parent.childNodes], (node) => shown.get(node) ?? '')
  const next = keyed(children, (child) => child)
  for (const [key, node] of old) if (!next.has(key)) remove(node)
  let cursor = parent.firstChild
  for (const [key, child] of next) {
    const known = old.get(key)
    const node = known ?? create(child, parent)
    if (node === cursor) cursor = cursor.nextSibling
    else parent.insertBefore(node, cursor)
    update(node, child, mounted)
  }
}

/** A dialog is closed first: that gives the focus back to where it was before. */
function remove(node: ChildNode): void {
  if (node instanceof HTMLDialogElement) node.close()
  node.remove()
}

function keyed<Item>(items: Item[], childOf: (item: Item) => VNode | string): Map<string, Item> {
  const counts = new Map<string, number>()
  return new Map(
    items.map((item) => {
      const child = childOf(item)
      const name = typeof child === 'string' ? '#text' : child.tag
      if (typeof child !== 'string' && child.key !== undefined) return [`${name} ${child.key}`, item]
      const count = counts.get(name) ?? 0
      counts.set(name, count + 1)
      return [`${name}#${count}`, item]
    }),
  )
}

function create(child: VNode | string, parent: Element): Node {
  if (typeof child === 'string') return document.createTextNode('')
  const isSvg = child.tag === 'svg' || parent.namespaceURI === svgSpace
  return isSvg ? document.createElementNS(svgSpace, child.tag) : document.createElement(child.tag)
}

function update(node: Node, child: VNode | string, mounted: (() => void)[]): void {
  const before = shown.get(node)
  if (before === child) return
  shown.set(node, child)
  if (typeof child === 'string') {
    node.textContent = child
    return
  }
  if (!(node instanceof Element)) return
  const known = typeof before === 'object' ? before : undefined
  setAttributes(node, known?.attributes ?? {}, child.attributes)
  listen(node, child.reactions)
  patchChildren(node, child.children, mounted)
  const { mounted: run } = child.reactions
  if (known === undefined && run && node instanceof HTMLElement) mounted.push(() => run(node))
}

/** One listener for each event name and element for good; it looks up what is to be done now. */
const reactions = new WeakMap<Element, Reactions>()
const heard = new WeakMap<Element, Set<string>>()

function listen(element: Element, next: Reactions): void {
  reactions.set(element, next)
  const names = heard.get(element) ?? new Set()
  for (const name of Object.keys(next.on ?? {})) {
    if (names.has(name)) continue
    names.add(name)
    heard.set(element, names)
    element.addEventListener(name, (event) => reactions.get(element)?.on?.[name]?.(event))
  }
}
