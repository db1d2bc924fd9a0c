export type { AlertsModule } from './alerts.api.ts'
export type { WaitingCount } from './persistence/alert.repository.ts'
export { createAlertsModule } from './alerts.module.ts'
