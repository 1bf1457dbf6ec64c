import type { Parts } from '../../src/kernel/parts.ts'

/** The parts for the features of a test, which may use only these. */
export const partsOf = (parts: Partial<Parts>) =>
  new Proxy(parts, {
    get(target, name) {
      if (!Reflect.has(target, name)) throw new Error(`the part ${String(name)} is not given`)
      return Reflect.get(target, name)
    },
  }) as Parts
