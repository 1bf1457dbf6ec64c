import type { WrittenAlert } from '@overheard/mention-client/id'
import type { z } from 'zod'
import type { Change } from '../model/change.ts'
import type { Operation } from '../people/permission.ts'

/** `gone` means that the change was undone already or is too old, and `changed-since` that a later change must be undone first. */
export type UndoOutcome = 'undone' | 'gone' | 'changed-since'

/** What the owner of a kind of announced changes knows. */
export type ChangeKind<Own> = {
  /** What a person must be allowed to do to undo the change, and the alerts that it is about. */
  permissionToUndo(change: Own, user: string): { operation: Operation; alerts: WrittenAlert[] }
  /** The alerts that the change is about, if they are not those of `permissionToUndo`. */
  alerts?(change: Own): WrittenAlert[]
  undo(change: Own, user: string): Promise<UndoOutcome>
  /** Says how things are after the undo, as one sentence. Empty if there is nothing to say. */
  afterUndo(change: Own): string
  /** False if the channel must not read about the change, because it is about a private alert. Without it, every channel may. */
  mayBeAnnounced?(change: Own, channel: string): Promise<boolean>
}

/** A change together with its kind. */
export type KnownChange = {
  permissionToUndo(user: string): { operation: Operation; alerts: WrittenAlert[] }
  alerts(user: string): WrittenAlert[]
  undo(user: string): Promise<UndoOutcome>
  afterUndo(): string
  mayBeAnnounced(channel: string): Promise<boolean>
}

/** A kind whose own type is known to its owner only. */
export type AnyChangeKind = {
  kind: string
  /** Returns undefined if the change has another kind. */
  of(change: Change): KnownChange | undefined
}

export function changeKind<Own extends Change>(
  kind: string,
  schema: z.ZodType<Own>,
  { permissionToUndo, alerts, undo, afterUndo, mayBeAnnounced = async () => true }: ChangeKind<Own>,
): AnyChangeKind {
  return {
    kind,
    of(change) {
      const own = change.kind === kind ? schema.safeParse(change).data : undefined
      return (
        own && {
          permissionToUndo: (user) => permissionToUndo(own, user),
          alerts: (user) => alerts?.(own) ?? permissionToUndo(own, user).alerts,
          undo: (user) => undo(own, user),
          afterUndo: () => afterUndo(own),
          mayBeAnnounced: (channel) => mayBeAnnounced(own, channel),
        }
      )
    },
  }
}
