import type { AlertRecord, PlanLimit } from '../archive/records.ts'

/** The `limits` of every successful answer, interface 2.1: a renewal date only where the limit is reached. */
export function limitsOf({ reached, renewsAt }: PlanLimit): object[] {
  return [
    {
      limit_name: 'monthly_mentions',
      limit_reached: reached,
      ...(reached && renewsAt !== undefined && { limit_renewal_date: renewsAt }),
    },
  ]
}

/** The alert summary fields, interface 2.2, with ids as exact integers. */
export function alertHead({ alert_id, project_id, ...names }: AlertRecord): object {
  return { alert_id: BigInt(alert_id), ...names, project_id: BigInt(project_id) }
}
