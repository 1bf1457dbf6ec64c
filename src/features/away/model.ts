import type { Time } from '@overheard/base/time'
import { timeSchema } from '@overheard/base/time-schema'
import { z } from 'zod'
import type { CollectionKind } from '../../model/collection.ts'

/** A person is away from `from` until `until` (UTC, ms). Its key is the member id of the person. */
const absenceSchema = z.object({ from: timeSchema, until: timeSchema })
export type Absence = z.infer<typeof absenceSchema>

export const absenceKind: CollectionKind<Absence> = { name: 'absences', schema: absenceSchema }

export const isDuring = ({ from, until }: Absence, at: Time) => from <= at && at < until
