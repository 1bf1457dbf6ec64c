import { Refusal } from './refusal.ts'

const unknownName = /([a-z]+):["“”„‟«»‹›「」『』]/iy

/** An operator of another product at this place of a query, which would be a plain word here; undefined if there is none. */
export function foreignAt(text: string, at: number): Refusal | undefined {
  unknownName.lastIndex = at
  const [, name] = unknownName.exec(text) ?? []
  return name === undefined
    ? undefined
    : new Refusal(`There is no field ${name}.`, at, { example: 'acme site:news.example' })
}
