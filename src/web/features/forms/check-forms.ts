import { zodResolver } from '@hookform/resolvers/zod'
import { ContactMessage, DataRequestBody, ServiceRequest, SupportTicket, WarrantyClaim } from '#contracts/messages'

/** The forms as the contract checks them (specification 2, section 5). */
export const checkContact = zodResolver(ContactMessage)
export const checkSupport = zodResolver(SupportTicket)
export const checkWarranty = zodResolver(WarrantyClaim)
export const checkService = zodResolver(ServiceRequest)
export const checkDataRequest = zodResolver(DataRequestBody)
