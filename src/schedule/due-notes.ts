import type { DueMember } from './cluster-ports.ts'

/** What was noted as due, and is not written yet: each member of a key once for a slot, and once for a wish. */
type PendingWrites = {
  add(due: DueMember): void
  all(): DueMember[]
  /** These are written now; what was noted sooner meanwhile is not among them, and stays. */
  written(due: DueMember[]): void
}

/** Makes an empty list of notes. */
export function createPendingWrites(): PendingWrites {
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

const nameOf = (due: DueMember) => `${'slot' in due ? 'slot' : 'wish'}\n${due.key}\n${due.member}`

/** Of two notes the earlier one counts. */
function soonerOf(known: DueMember | undefined, next: DueMember): DueMember {
  return known !== undefined && timeOf(known) <= timeOf(next) ? known : next
}

const timeOf = (due: DueMember) => ('slot' in due ? due.slot : (due.at ?? 0))
