/// Money: amounts, prices, what a call cost, and daily budgets that are reserved from before a paid
/// byte leaves (B5, design §2.5). Owner thread: values have none; [Purses] belongs to one lane.
@NullMarked
package dev.interlock.core.money;

import org.jspecify.annotations.NullMarked;
