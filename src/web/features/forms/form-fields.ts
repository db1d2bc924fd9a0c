import type { z } from 'zod'
import type {
  ContactMessage,
  DataRequestBody,
  MessageAccepted,
  ServiceRequest,
  SupportTicket,
  WarrantyClaim,
} from '#contracts/messages'

/** The forms as they are typed, and as the contract parses them. */
export type ContactFields = z.input<typeof ContactMessage>
export type SupportFields = z.input<typeof SupportTicket>
export type WarrantyFields = z.input<typeof WarrantyClaim>
export type ServiceFields = z.input<typeof ServiceRequest>
export type DataRequestFields = z.input<typeof DataRequestBody>
export type Accepted = z.infer<typeof MessageAccepted>
