import { isRecord } from '../json.ts'
import { type Answer, type Metadata, refuse } from '../wire.ts'
import { type Args, jsonArg } from './args.ts'

/** Characters of JSON. Slack has the error `metadata_too_large` but publishes no number: this one is our own. */
const mostCharacters = 16_000

/** Metadata as read from a call: none given, fine, or refused. */
type ReadMetadata =
  | { kind: 'none' }
  | { kind: 'some'; metadata: Metadata }
  | { kind: 'refused'; answer: Answer }

/** Reads and checks the `metadata` argument. */
export function readMetadata(args: Args): ReadMetadata {
  const value = jsonArg(args, 'metadata')
  if (value === undefined) return { kind: 'none' }
  if (!isRecord(value)) return { kind: 'refused', answer: refuse('invalid_metadata_format') }
  const { event_type, event_payload } = value
  if (typeof event_type !== 'string' || event_type === '' || !isRecord(event_payload))
    return { kind: 'refused', answer: refuse('invalid_metadata_schema') }
  const metadata = { event_type, event_payload }
  return JSON.stringify(metadata).length > mostCharacters
    ? { kind: 'refused', answer: refuse('metadata_too_large') }
    : { kind: 'some', metadata }
}
