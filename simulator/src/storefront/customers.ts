import { randomBytes } from 'node:crypto';
import { unixSeconds, type Clock } from '../clock';
import { loginFailed } from './failures';
import type { Customer, CustomerAddress, Mail } from './model';

/** How long a login lasts. Upstream's figure is not documented; a day is enough for any test. */
const SESSION_SECONDS = 24 * 3600;
const SHORTEST_PASSWORD = 7;

/** A business error of the newer mutations: it is in the payload (upstream 5.4). */
export interface PayloadError {
  readonly __typename: string;
  readonly message: string;
  readonly path?: string[];
}

/** Registered customers and their sessions. */
export class Customers {
  /** Emails that upstream would have sent. */
  readonly mails: Mail[] = [];
  private readonly customers = new Map<number, Customer>();
  private nextId = 101;
  private nextAddressId = 501;

  constructor(private readonly clock: Clock) {}

  all(): Customer[] {
    return [...this.customers.values()];
  }

  find(id: number): Customer | undefined {
    return this.customers.get(id);
  }

  register(input: {
    firstName: string;
    lastName: string;
    email: string;
    password: string;
    phone?: string | null;
    company?: string | null;
    groupId?: number;
  }): Customer | PayloadError {
    const problem = emailProblem(input.email) ?? passwordProblem(input.password, 'CustomerRegistrationError');
    if (problem) return problem;
    if (this.byEmail(input.email)) return { __typename: 'EmailAlreadyInUseError', message: 'Email already in use' };
    const customer: Customer = {
      id: this.nextId++,
      email: input.email,
      password: input.password,
      firstName: input.firstName,
      lastName: input.lastName,
      phone: input.phone ?? '',
      company: input.company ?? '',
      addresses: [],
      groupId: input.groupId ?? 0,
      session: undefined,
      resetToken: undefined,
    };
    this.customers.set(customer.id, customer);
    return customer;
  }

  /** Ends the previous session, on any device (upstream 5.5). */
  login(email: string, password: string): Customer {
    const customer = this.byEmail(email);
    if (!customer || customer.password !== password) throw loginFailed();
    customer.session = {
      token: randomBytes(24).toString('base64url'),
      expires: unixSeconds(this.clock) + SESSION_SECONDS,
    };
    return customer;
  }

  logout(customer: Customer): void {
    customer.session = undefined;
  }

  /** The customer of this session, if any. */
  withSession(token: string | undefined): Customer | undefined {
    if (token === undefined || token === '') return undefined;
    return this.all().find(({ session }) => session?.token === token && session.expires > unixSeconds(this.clock));
  }

  /** Emails a token. The caller can't tell whether the customer exists. */
  requestReset(email: string, path: string): PayloadError | undefined {
    const problem = emailProblem(email);
    if (problem) return problem;
    const customer = this.byEmail(email);
    if (!customer) return undefined;
    customer.resetToken = randomBytes(16).toString('hex');
    this.mails.push({
      to: customer.email,
      subject: 'Password reset',
      customerEntityId: customer.id,
      token: customer.resetToken,
      path,
    });
    return undefined;
  }

  /** A token works once; the customer has to log in again. */
  resetPassword(input: { customerEntityId: number; token: string; newPassword: string }): PayloadError | undefined {
    const customer = this.customers.get(input.customerEntityId);
    if (!customer || customer.resetToken === undefined || customer.resetToken !== input.token) {
      return { __typename: 'ValidationError', path: ['token'], message: 'The reset token is invalid or has expired' };
    }
    return this.setPassword(customer, input.newPassword);
  }

  changePassword(
    customer: Customer,
    input: { currentPassword: string; newPassword: string },
  ): PayloadError | undefined {
    if (customer.password !== input.currentPassword)
      return { __typename: 'CustomerPasswordError', message: 'The current password is wrong' };
    return this.setPassword(customer, input.newPassword);
  }

  update(
    customer: Customer,
    changes: {
      firstName?: string | null;
      lastName?: string | null;
      email?: string | null;
      phone?: string | null;
      company?: string | null;
    },
  ): PayloadError | undefined {
    const { email } = changes;
    if (email) {
      const problem = emailProblem(email);
      if (problem) return problem;
      const other = this.byEmail(email);
      if (other && other !== customer) return { __typename: 'EmailAlreadyInUseError', message: 'Email already in use' };
    }
    for (const [field, value] of Object.entries(changes))
      if (value !== null && value !== undefined) Object.assign(customer, { [field]: value });
    return undefined;
  }

  addAddress(
    customer: Customer,
    address: Partial<CustomerAddress> &
      Pick<CustomerAddress, 'firstName' | 'lastName' | 'address1' | 'city' | 'countryCode'>,
  ): CustomerAddress {
    const added: CustomerAddress = {
      address2: null,
      stateOrProvince: null,
      phone: null,
      postalCode: null,
      company: null,
      ...address,
      id: this.nextAddressId++,
    };
    customer.addresses.push(added);
    return added;
  }

  private setPassword(customer: Customer, password: string): PayloadError | undefined {
    const problem = passwordProblem(password, 'CustomerPasswordError');
    if (problem) return problem;
    customer.password = password;
    customer.resetToken = undefined;
    customer.session = undefined;
    return undefined;
  }

  private byEmail(email: string): Customer | undefined {
    return this.all().find((customer) => customer.email.toLowerCase() === email.toLowerCase());
  }
}

function emailProblem(email: string): PayloadError | undefined {
  if (/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email)) return undefined;
  return { __typename: 'ValidationError', path: ['email'], message: 'The email address is not valid' };
}

function passwordProblem(password: string, type: string): PayloadError | undefined {
  if (password.length >= SHORTEST_PASSWORD && /[a-z]/i.test(password) && /\d/.test(password)) return undefined;
  return {
    __typename: type,
    message: `Passwords must be at least ${SHORTEST_PASSWORD} characters and contain both letters and numbers`,
  };
}
