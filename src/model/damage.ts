/** A stored record that cannot be used. It stays where it is. */
export type Damage = {
  /** The name of a collection, or `checkpoints` or `decisions`. */
  collection: string
  /** Absent if a whole file is damaged: then any record of the collection may be missing. */
  key?: string
  /** The place that a person has to look at. */
  place:
    | { kind: 'file'; path: string }
    | { kind: 'entry'; path: string; key: string }
    | { kind: 'line'; path: string; line: number }
    | { kind: 'row'; table: string; keys: Record<string, string> }
  why: string
}

/** This error means that a record that restricts something is damaged, so that it can neither be read nor replaced. */
export class RecordDamagedError extends Error {
  override readonly name = 'RecordDamagedError'
  readonly damage: Damage

  constructor(damage: Damage) {
    super(`${placeOf(damage)} is damaged: ${damage.why}`)
    this.damage = damage
  }
}

export function placeOf({ place }: Pick<Damage, 'place'>): string {
  switch (place.kind) {
    case 'file':
      return place.path
    case 'entry':
      return `${place.path}, record '${place.key}'`
    case 'line':
      return `${place.path}, line ${place.line}`
    case 'row': {
      const keys = Object.entries(place.keys).map(([name, value]) => `${name} '${value}'`)
      return `table ${place.table}, ${keys.join(', ')}`
    }
  }
}
