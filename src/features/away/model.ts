import { z } from 'zod'
import type { Time } from '../../async/time.ts'
import type { CollectionKind } from '../../model/collection.ts'
import { timeSchema } from '../../model/time.ts'

/** A person is away from `from` until `until` (UTC, ms). Its key is the member id of the person. */
const absenceSchema = z.object({ from: timeSchema, until: timeSchema })
export type Absence = z.infer<typeof absenceSchema>

export const absenceKind: CollectionKind<Absence> = { name: 'absences', schema: absenceSchema }

export const isDuring = ({ from, until }: Absence, at: Time) => from <= at && at < until
