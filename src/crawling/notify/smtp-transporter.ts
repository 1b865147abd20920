import Mail from "nodemailer/lib/mailer"
import SMTPTransport from "nodemailer/lib/smtp-transport"

type SMTPTransportOptions = Exclude<ConstructorParameters<typeof SMTPTransport>[0], string | undefined>

export type Transporter = Mail

/** Without the other transports of the library. Loaded with the first mail. */
export const smtpTransporter = (options: SMTPTransportOptions): Transporter =>
  new Mail(new SMTPTransport(options), options)
