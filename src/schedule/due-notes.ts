import type { DueMember } from './cluster-ports.ts'

/** What was noted as due, and is not written yet: each member of a key once. */
type DueNotes = {
  add(due: DueMember): void
  all(): DueMember[]
  /** These are written now; what was noted sooner meanwhile is not among them, and stays. */
  written(due: DueMember[]): void
}

/** Makes an empty list of notes. */
export function createDueNotes(): DueNotes {
  const noted = new Map<string, DueMember>()
  return {
    add(due) {
      noted.set(nameOf(due), soonerOf(noted.get(nameOf(due)), due))
    },
    all: () => [...noted.values()],
    written(due) {
      for (const member of due) if (noted.get(nameOf(member)) === member) noted.delete(nameOf(member))
    },
  }
}

const nameOf = ({ key, member }: DueMember) => `${key}\n${member}`

/** Of two notes the earlier one counts; one without a time means: whatever was seen to before. */
function soonerOf(known: DueMember | undefined, next: DueMember): DueMember {
  if (known === undefined) return next
  if (known.at === undefined) return known
  return next.at !== undefined && known.at <= next.at ? known : next
}
