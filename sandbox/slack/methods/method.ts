import type { Context } from '../context.ts'
import type { TokenKind } from '../server/access.ts'
import type { Trouble } from '../server/faults.ts'
import type { Answer } from '../wire.ts'
import type { Args } from './args.ts'

/** A method of the Web API. */
export type Method = {
  token: TokenKind
  /** The scope it needs whatever it is asked; a method that needs one by the kind of channel checks that itself. */
  scope?: string
  /** Whether it counts against the post limit of its channel. */
  isPost?: boolean
  run: (context: Context, args: Args, kept: Kept) => Answer
}

/** How a message of this call is kept, as faults have ordered. */
export type Kept = Pick<Trouble, 'dropMetadata' | 'lagMs'>
